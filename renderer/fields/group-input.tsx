import { lazy, Suspense } from 'react'
import type { Field as FormField, GroupField } from '../../shared/form/fields.ts'
import { fieldsInGroup, valuesInGroup, nestedFieldName, withValueNamed } from '../../shared/form/fields.ts'
import { FieldError } from '../ui/field.tsx'
import { HelpText } from '../ui/help-tip.tsx'
import { Icon } from '../ui/icon.tsx'
import { cameraMovesOf } from './camera-moves.ts'
import { CameraPad } from './camera-pad.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage, problemsWithin } from './field-input-props.ts'
import { FieldHelpTip, FieldLabel } from './field-frame.tsx'
import { useFormServices } from './form-services.ts'
import styles from './group-input.module.css'
import { PlacementProvider } from './placement.ts'
import { say } from '../../shared/i18n/say.ts'

const DrawOnMedia = lazy(async () => ({ default: (await import('./editor/draw-on-media.tsx')).DrawOnMedia }))

/**
 * Input for an object, with all its fields under one name. Fields that depend on other fields appear and disappear in place. A group that
 * sets the camera's motion has a pad for the direction.
 */
export function GroupInput({ field, value, onChange, problems, aside }: FieldInputProps<GroupField>) {
  const { Input } = useFormServices()
  const id = fieldElementId(field.name)
  const values = valuesInGroup(value)
  const fields = fieldsInGroup(field, value)
  const message = firstMessage(problems.filter((problem) => problem.field === field.name))
  const describedBy = [field.help === null ? '' : `${id}-help`, message === null ? '' : `${id}-error`].filter(Boolean).join(' ')

  function change(name: string, next: Parameters<typeof onChange>[0]): void {
    const after = withValueNamed(values, name, next)
    onChange(Object.keys(after).length === 0 ? undefined : after)
  }
  const inputOf = (inner: FormField) => {
    const name = nestedFieldName(field.name, inner.name)
    return (
      <div key={inner.name} className={needsWidth(inner) ? styles.whole : undefined}>
        <Input
          field={{ ...inner, name }}
          value={values[inner.name]}
          problems={problemsWithin(name, problems)}
          onChange={(next) => change(inner.name, next)}
        />
      </div>
    )
  }
  const moves = cameraMovesOf(field, values)
  const besidePad = (inner: FormField): boolean => inner.name === moves?.type.name || inner.name === moves?.amount?.name
  const rare = fields.filter((inner) => inner.isRare && !besidePad(inner))
  return (
    <PlacementProvider value="page">
      <fieldset id={id} tabIndex={-1} className={styles.group} aria-describedby={describedBy || undefined}>
        <legend className={styles.legend}>
          <FieldLabel field={field} />
          <FieldHelpTip field={field} />
          {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        </legend>
        {field.help !== null && (
          <HelpText id={`${id}-help`} isHidden={field.helpPlacement !== 'inline'}>
            {field.help}
          </HelpText>
        )}
        {fields.some((inner) => inner.kind === 'number') && (
          <div className={styles.draw}>
            <Suspense fallback={null}>
              <DrawOnMedia name={field.name} fields={fields} values={values} onChange={(changed) => onChange({ ...values, ...changed })} />
            </Suspense>
          </div>
        )}
        {moves !== null && (
          <div className={styles.camera}>
            <CameraPad label={field.label} moves={moves} values={values} onChange={onChange} />
            <div className={styles.besidePad}>{fields.filter(besidePad).map(inputOf)}</div>
          </div>
        )}
        <div className={styles.fields}>{fields.filter((inner) => !inner.isRare && !besidePad(inner)).map(inputOf)}</div>
        {rare.length > 0 && (
          <details className={styles.more}>
            <summary>
              <Icon name="chevron-right" size="s" />
              {say('More parameters')}
            </summary>
            <div className={styles.fields}>{rare.map(inputOf)}</div>
          </details>
        )}
        {message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
      </fieldset>
    </PlacementProvider>
  )
}

function needsWidth(field: FormField): boolean {
  return (
    (field.kind === 'text' && field.isLong) ||
    field.kind === 'json' ||
    field.kind === 'group' ||
    field.kind === 'list' ||
    (field.kind === 'media' && field.isMany)
  )
}
