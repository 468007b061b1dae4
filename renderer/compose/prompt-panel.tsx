import { useState } from 'react'
import type { TextField } from '../../shared/form/fields.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { Value } from '../../shared/form/values.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { fieldElementId } from '../fields/field-input-props.ts'
import { danglingImageReferences } from '../../shared/form/image-references.ts'
import { LengthCounter } from '../fields/length-counter.tsx'
import { TextBox } from '../fields/text-box.tsx'
import { overflowOffset } from '../fields/text-length.ts'
import { Chip } from '../ui/chip.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { PromptHistory } from './prompt-history.tsx'
import styles from './prompt-panel.module.css'
import { usePromptHistoryKeys } from './use-prompt-history-keys.ts'

export type PromptPanelProps = {
  readonly prompt: TextField
  /** Medium that the prompt produces. */
  readonly output: Medium
  readonly negativePrompt: TextField | null
  readonly values: { readonly [field: string]: Value }
  readonly onChange: (field: string, value: Value | undefined) => void
  /**
   * Preview URLs of the images that the prompt can refer to. An entry is null if the image has no preview. Null if the form has no image
   * list.
   */
  readonly pictures: readonly (string | null)[] | null
  readonly promptProblem: string | null
  readonly negativePromptProblem: string | null
  /** Called with a prompt from the history, which should replace the text. */
  readonly onPromptReused: (text: string) => void
}

const invitations: { readonly [medium in Medium]: string } = {
  image: word('Describe what you want to see'),
  video: word('Describe what happens'),
  audio: word('Describe what you want to hear'),
  model: word('Describe the object'),
  text: word('Describe what you want to read')
}

/** Panel with the prompt and the negative prompt. */
export function PromptPanel({
  prompt,
  output,
  negativePrompt,
  values,
  onChange,
  pictures,
  promptProblem,
  negativePromptProblem,
  onPromptReused
}: PromptPanelProps) {
  const [isOpened, setIsOpened] = useState(false)
  const text = textOf(values[prompt.name])
  const negativeText = negativePrompt === null ? '' : textOf(values[negativePrompt.name])
  const isNegativePromptShown = negativePrompt !== null && (isOpened || negativeText !== '')
  const dangling = pictures === null ? [] : danglingImageReferences(text, pictures.length)
  const id = fieldElementId(prompt.name)
  const change = (next: string): void => onChange(prompt.name, next === '' ? undefined : next)
  const stepThroughHistory = usePromptHistoryKeys(text, change)

  return (
    <section className={styles.panel} aria-label={prompt.label}>
      {prompt.role !== 'prompt' && (
        <div className={styles.head} aria-hidden="true">
          {prompt.label}
        </div>
      )}
      <TextBox
        id={id}
        label={prompt.label}
        describedBy={[prompt.help === null ? '' : `${id}-help`, `${id}-count`, promptProblem === null ? '' : `${id}-error`]
          .filter(Boolean)
          .join(' ')}
        isInvalid={promptProblem !== null}
        isRequired={prompt.isRequired}
        placeholder={
          pictures === null
            ? (prompt.example ?? (prompt.role === 'prompt' ? say(invitations[output]) : (prompt.help ?? prompt.label)))
            : say('Describe the change. Refer to the images as “image 1”, “image 2” and “image 3”.')
        }
        className={styles.editor}
        value={text}
        onChange={change}
        onKeyDown={stepThroughHistory}
        maxLength={prompt.maxLength}
        {...(pictures !== null && { pictures })}
      />
      {prompt.help !== null && (
        <VisuallyHidden>
          <span id={`${id}-help`}>{prompt.help}</span>
        </VisuallyHidden>
      )}
      {promptProblem !== null && <PanelError id={`${id}-error`} isSeen={!isTooLong(text, prompt)} words={promptProblem} />}
      <div className={styles.foot}>
        <PromptHistory onTake={onPromptReused} />
        {negativePrompt !== null && !isNegativePromptShown && (
          <Chip icon="plus" onClick={() => setIsOpened(true)}>
            {say('Negative prompt')}
          </Chip>
        )}
        {dangling.length > 0 && (
          <span className={styles.note} role="status">
            <Icon name="warning" size="s" />
            {say('{names} {count, plural, one {doesn’t match an image} other {don’t match any images}} in the form', {
              names: formatList(
                dangling.map((words) => `“${words}”`),
                'and'
              ),
              count: dangling.length
            })}
          </span>
        )}
        {prompt.maxLength !== null && (
          <span className={styles.count}>
            <LengthCounter id={`${id}-count`} text={text} maxLength={prompt.maxLength} />
          </span>
        )}
      </div>
      {isNegativePromptShown && (
        <NegativePrompt
          field={negativePrompt}
          text={negativeText}
          problem={negativePromptProblem}
          isFocusedAtOnce={isOpened}
          onChange={(next) => onChange(negativePrompt.name, next === '' ? undefined : next)}
        />
      )}
    </section>
  )
}

function NegativePrompt({
  field,
  text,
  problem,
  isFocusedAtOnce,
  onChange
}: {
  readonly field: TextField
  readonly text: string
  readonly problem: string | null
  readonly isFocusedAtOnce: boolean
  readonly onChange: (text: string) => void
}) {
  const id = fieldElementId(field.name)
  return (
    <div
      className={styles.apart}
      ref={(element) => {
        if (isFocusedAtOnce && text === '') element?.querySelector<HTMLElement>('[role=textbox]')?.focus()
      }}
    >
      <div className={styles.head}>
        {field.label}
        {field.maxLength !== null && (
          <span className={styles.count}>
            <LengthCounter id={`${id}-count`} text={text} maxLength={field.maxLength} />
          </span>
        )}
      </div>
      <TextBox
        id={id}
        label={field.label}
        describedBy={[`${id}-count`, problem === null ? '' : `${id}-error`].filter(Boolean).join(' ')}
        isInvalid={problem !== null}
        placeholder={say('Describe what to avoid')}
        isReading={false}
        className={styles.leaveOut}
        value={text}
        onChange={onChange}
        maxLength={field.maxLength}
      />
      {problem !== null && <PanelError id={`${id}-error`} isSeen={!isTooLong(text, field)} words={problem} />}
    </div>
  )
}

/**
 * Error below a prompt. If `isSeen` is false, the message is only for screen readers. The underline and the red counter already mark the
 * text.
 */
function PanelError({ id, isSeen, words }: { readonly id: string; readonly isSeen: boolean; readonly words: string }) {
  if (isSeen) {
    return (
      <div className={styles.error}>
        <FieldError id={id}>{words}</FieldError>
      </div>
    )
  }
  return (
    <VisuallyHidden>
      <span id={id}>{words}</span>
    </VisuallyHidden>
  )
}

function isTooLong(text: string, { maxLength }: TextField): boolean {
  return overflowOffset(text, maxLength) !== null
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : ''
}
