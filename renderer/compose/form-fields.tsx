import type { ReactNode } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field, MediaField } from '../../shared/form/fields.ts'
import { isEmptyValue } from '../../shared/form/fields.ts'
import type { SubmissionProblem } from '../../shared/form/submission-problem.ts'
import type { Value, Values } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { fieldElementId, firstMessage } from '../fields/field-input-props.ts'
import { mediaValues } from '../fields/media-list.ts'
import { MediaSizeProvider } from '../fields/placement.ts'
import { classNames } from '../ui/class-names.ts'
import { useToast } from '../ui/toasts.tsx'
import styles from './compose-view.module.css'
import { fieldsBeforeText, type FormLayout } from './form-layout.ts'
import { currentForm, shownDraft } from './forms-store.ts'
import { PromptPanel } from './prompt-panel.tsx'
import { setValueWithUndo } from './set-value-with-undo.ts'
import type { ComposeFormState } from './use-compose-form.ts'

type FormFieldsProps = {
  readonly capability: Capability
  readonly state: ComposeFormState
  readonly layout: FormLayout
  /** True if the form is below the stage. The media are then in one row, so that the prompt stays visible. */
  readonly isDocked: boolean
  readonly problemsOf: (field: Field) => readonly SubmissionProblem[]
  readonly inputOf: (field: Field) => ReactNode
}

/** The main fields of a form: media, prompt and long inputs. */
export function FormFields({ capability, state, layout, isDocked, problemsOf, inputOf }: FormFieldsProps) {
  const toast = useToast()
  const { form, services, setValue } = state

  function takePrompt(name: string, text: string): void {
    const before = form.values[name]
    const draft = shownDraft(capability.id)
    const action = setValueWithUndo<Value | undefined>(text, {
      read: () => currentForm(capability.id, draft).values[name],
      write: (value) => setValue(name, value),
      title: say('Previous prompt restored'),
      toast
    })
    if (!isEmptyValue(before) && before !== text) toast({ title: say('Prompt inserted from history'), icon: 'history', action })
    document.getElementById(fieldElementId(name))?.focus()
  }

  const partOf = (field: Field) => (
    <div key={field.name} className={styles.part}>
      {inputOf(field)}
    </div>
  )
  const first = fieldsBeforeText(layout)
  return (
    <>
      {layout.media.length > 0 && (
        <MediaSizeProvider value={isDocked ? 'compact' : 'full'}>
          <div className={classNames(styles.part, isDocked ? styles.mediaRows : styles.wells)}>
            {layout.media.map((field) => (
              <div key={field.name} className={field.isMany ? styles.whole : undefined}>
                {inputOf(field)}
              </div>
            ))}
          </div>
        </MediaSizeProvider>
      )}
      {first.map(partOf)}
      {layout.sentence !== null && (
        <div className={styles.part}>
          <PromptPanel
            prompt={layout.sentence}
            output={capability.output}
            negativePrompt={layout.negativePrompt}
            values={form.values}
            onChange={setValue}
            pictures={picturesOf(layout.media, form.values, services.mediaOf)}
            promptProblem={firstMessage(problemsOf(layout.sentence))}
            negativePromptProblem={layout.negativePrompt === null ? null : firstMessage(problemsOf(layout.negativePrompt))}
            onPromptReused={(text) => takePrompt(layout.sentence?.name ?? '', text)}
          />
        </div>
      )}
      {layout.long.filter((field) => !first.includes(field)).map(partOf)}
    </>
  )
}

/**
 * Returns the preview URLs of the images in the form's image list, for the chips in the prompt. An entry is null if the image has no
 * preview. Null if the form has no image list.
 */
function picturesOf(
  media: readonly MediaField[],
  values: Values,
  mediaOf: ComposeFormState['services']['mediaOf']
): readonly (string | null)[] | null {
  const list = media.find((field) => field.isMany && field.medium === 'image')
  if (list === undefined) return null
  return mediaValues(values[list.name]).map((value) => (typeof value === 'string' ? null : (mediaOf(value)?.previewUrl ?? null)))
}
