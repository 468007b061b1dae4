import type { ReactNode } from 'react'
import type { Field as FormField } from '../../shared/form/fields.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { FieldControlProps } from '../ui/field.tsx'
import { LabelledField } from '../ui/field.tsx'
import { HelpTip } from '../ui/help-tip.tsx'
import styles from './field-frame.module.css'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { usePlacement } from './placement.ts'

/** Name, help and error of an input, laid out for its placement. */
export function FieldFrame({
  field,
  aside,
  problems,
  error,
  isGroup = false,
  children
}: {
  readonly field: FormField
  readonly aside?: ReactNode
  readonly problems: readonly SubmissionProblem[]
  /** Shown instead of the first problem. */
  readonly error?: string | null
  /** True for a group of controls, which a `label` element can't name. */
  readonly isGroup?: boolean
  readonly children: (control: FieldControlProps) => ReactNode
}) {
  const isItem = usePlacement() === 'item'
  return (
    <LabelledField
      id={fieldElementId(field.name)}
      label={<FieldLabel field={field} />}
      aside={aside}
      help={isItem ? null : field.help}
      helpTip={<FieldHelpTip field={field} />}
      isHelpHidden={field.helpPlacement !== 'inline'}
      error={error ?? firstMessage(problems)}
      isGroup={isGroup}
      isLabelHidden={isItem}
    >
      {children}
    </LabelledField>
  )
}

/** Button that shows a field's help. Renders nothing if the help is always shown, or if it repeats the label. */
export function FieldHelpTip({ field }: { readonly field: FormField }) {
  return field.helpPlacement === 'on-demand' && <HelpTip label={field.label}>{field.help}</HelpTip>
}

/** Name of an input, and a label if the contract deprecates the field. */
export function FieldLabel({ field }: { readonly field: FormField }) {
  if (!field.isDeprecated) return field.label
  return (
    <>
      {field.label}
      <span className={styles.old}>{say('deprecated')}</span>
    </>
  )
}

/** Button at the right of a field's name that clears the choice. If nothing is chosen, says that the service's default applies. */
export function ClearChoiceButton({
  label,
  isChosen,
  onClear
}: {
  readonly label: string
  readonly isChosen: boolean
  readonly onClear: () => void
}) {
  if (!isChosen) return say('service default')
  return (
    <button type="button" className={styles.takeBack} aria-label={say('Clear {label}', { label })} onClick={onClear}>
      {say('Clear')}
    </button>
  )
}
