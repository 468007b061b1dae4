import { useState } from 'react'
import type { TextField } from '../../shared/fields.ts'
import type { Medium } from '../../shared/json-schema.ts'
import type { Value } from '../../shared/values.ts'
import { phrases } from '../../shared/words/join.ts'
import { say, word } from '../../shared/words/say.ts'
import { fieldElementId } from '../fields/field-input-props.ts'
import { danglingImageReferences } from '../../shared/image-references.ts'
import { LengthCounter } from '../fields/length-counter.tsx'
import { TextBox } from '../fields/text-box.tsx'
import { overflowOffset } from '../fields/text-length.ts'
import { Chip } from '../ui/chip.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { PromptHistory } from './prompt-history.tsx'
import styles from './prompt-panel.module.css'
import { usePromptSteps } from './use-prompt-steps.ts'

export type PromptPanelProps = {
  readonly prompt: TextField
  /** What the words are for. */
  readonly output: Medium
  readonly leaveOut: TextField | null
  readonly values: { readonly [field: string]: Value }
  readonly onChange: (field: string, value: Value | undefined) => void
  /** Previews of the images that the prompt may name; null: this mode has none. */
  readonly pictures: readonly (string | null)[] | null
  readonly promptProblem: string | null
  readonly leaveOutProblem: string | null
  /** A prompt of the history was taken in the place of what is there. */
  readonly onPromptTaken: (text: string) => void
}

const invitations: { readonly [medium in Medium]: string } = {
  image: word('Say what you want to see'),
  video: word('Say what happens'),
  audio: word('Say what you want to hear'),
  model: word('Say what thing it is'),
  text: word('Say what you want to read')
}

/** What a person wants, in their words, and what they want left out. */
export function PromptPanel({
  prompt,
  output,
  leaveOut,
  values,
  onChange,
  pictures,
  promptProblem,
  leaveOutProblem,
  onPromptTaken
}: PromptPanelProps) {
  const [isOpened, setIsOpened] = useState(false)
  const text = textOf(values[prompt.name])
  const leftOut = leaveOut === null ? '' : textOf(values[leaveOut.name])
  const isLeaveOutShown = leaveOut !== null && (isOpened || leftOut !== '')
  const dangling = pictures === null ? [] : danglingImageReferences(text, pictures.length)
  const id = fieldElementId(prompt.name)
  const change = (next: string): void => onChange(prompt.name, next === '' ? undefined : next)
  const stepThroughHistory = usePromptSteps(text, change)

  return (
    <section className={styles.panel} aria-label={prompt.label}>
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
            ? (prompt.example ?? say(invitations[output]))
            : say('Say what to change. The pictures are “image 1”, “image 2”, “image 3”.')
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
        <PromptHistory onTake={onPromptTaken} />
        {leaveOut !== null && !isLeaveOutShown && (
          <Chip icon="plus" onClick={() => setIsOpened(true)}>
            {say('Leave out…')}
          </Chip>
        )}
        {dangling.length > 0 && (
          <span className={styles.note} role="status">
            <Icon name="warning" size="s" />
            {say('{names} {count, plural, one {means no picture} other {mean no pictures}} here', {
              names: phrases(...dangling.map((words) => `“${words}”`)),
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
      {isLeaveOutShown && (
        <LeaveOut
          field={leaveOut}
          text={leftOut}
          problem={leaveOutProblem}
          isFocusedAtOnce={isOpened}
          onChange={(next) => onChange(leaveOut.name, next === '' ? undefined : next)}
        />
      )}
    </section>
  )
}

function LeaveOut({
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
        placeholder={say('What it should do without')}
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

/** A text that is too long shows it by itself: underlined, and in the red counter. Then the words are only for ears. */
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
