import type { ReactNode } from 'react'
import { Suspense, useMemo, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { TaskResult, Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { openFormFrom } from '../navigation/open-form.ts'
import { openTask } from '../navigation/open-task.ts'
import { useNow } from '../ui/use-now.ts'
import { timelineText } from '../../shared/phrases/timeline-phrases.ts'
import { useTimeline } from '../tasks/use-timeline.ts'
import { Button } from '../ui/button.tsx'
import { CopyableText } from '../ui/copyable-text.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatTimeWithSeconds } from '../ui/format.ts'
import type { IconName } from '../ui/icon.tsx'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { Inspector } from '../ui/view.tsx'
import { ResultActions } from '../actions/result-action-buttons.tsx'
import type { Lineage } from './lineage.ts'
import { LineageGraph } from './lineage-graph.tsx'
import styles from './recipe-inspector.module.css'
import { promptTokens, recipeLines, recipePrompts, type RecipeLine } from '../media/recipe.ts'
import { StarRating } from '../ui/star-rating.tsx'
import { UseAsInputButton } from './use-as-input-button.tsx'
import { useLibraryItem } from '../media/use-library-item.ts'
import { useCopyText } from '../media/use-copy-text.ts'
import { useResultLocation } from './use-result-location.ts'

export type RecipeInspectorProps = {
  readonly task: Task
  readonly result: TaskResult
  /** Source of the values, for “Remix”. */
  readonly origin: ValuesOrigin
  readonly capability: Capability | null
  /** False if only the library has the result. There is then no task to open. */
  readonly isInQueue: boolean
  readonly isMissing: boolean
  readonly lineage: Lineage
  readonly runAgain: ReactNode
  /** The button for tags and collections. Null if the library doesn't have the result. */
  readonly tags: ReactNode
  /** Moves the result to the trash. Null if the result can't be deleted now. */
  readonly onTrash: (() => void) | null
  readonly onCopy: () => void
  readonly onSaveAs: () => void
  readonly onShowInFolder: () => void
}

/** Shows how a result was made. The user can copy the values and generate again with them. */
export function RecipeInspector({
  task,
  result,
  origin,
  capability,
  isInQueue,
  isMissing,
  lineage,
  runAgain,
  tags,
  onTrash,
  onCopy,
  onSaveAs,
  onShowInFolder
}: RecipeInspectorProps) {
  const copy = useCopyText()
  const now = useNow(60_000)
  const inputs = useMemo(() => [{ id: result.id, medium: result.medium }], [result.id, result.medium])
  const { details, giveStars } = useLibraryItem(result.id)
  const { prompt, negativePrompt } = recipePrompts(capability, task.values)
  const lines = recipeLines(task, result, capability, now)
  const defaults = lines.filter(({ isDefault }) => isDefault === true)
  return (
    <Inspector
      label={say('Recipe')}
      bar={
        <>
          <h2 className="strong">{say('Recipe')}</h2>
          <span className="grow" />
          {onTrash !== null && (
            <IconButton
              size="small"
              label={say('Move to trash')}
              icon="trash"
              shortcut={shortcutText('viewer', 'trash')}
              onClick={onTrash}
            />
          )}
        </>
      }
      foot={
        <>
          {!isMissing && <ResultActions items={inputs} limit={3} layout="stack" origin={capability === null ? null : origin} />}
          <div className={styles.main}>
            <Button variant="go" size="big" notReady={capability === null} onClick={() => openFormFrom(origin)}>
              {say('Remix')}
            </Button>
            <Suspense fallback={<span />}>{runAgain}</Suspense>
          </div>
          <div className={styles.others}>
            {!isMissing && <UseAsInputButton itemId={result.id} medium={result.medium} />}
            {result.medium === 'image' && !isMissing && <Other icon="copy" words={say('Copy')} onClick={onCopy} />}
            {!isMissing && <Other icon="download" words={say('Save as…')} onClick={onSaveAs} />}
            {!isMissing && <Other icon="folder" words={say('Show in folder')} onClick={onShowInFolder} />}
            {isInQueue && <Other icon="queue" words={say('Show in queue')} onClick={() => openTask(task.id)} />}
          </div>
        </>
      }
    >
      {prompt !== null && (
        <>
          <p dir="auto" data-selectable className={styles.prompt}>
            {withReferences(prompt)}
          </p>
          {negativePrompt !== null && (
            <p dir="auto" data-selectable className={styles.leftOut}>
              {say('Negative prompt: {leftOut}', { leftOut: negativePrompt })}
            </p>
          )}
        </>
      )}
      <div className={styles.own}>
        {details !== null && <StarRating stars={details.stars} onChange={giveStars} />}
        <Suspense fallback={null}>{tags}</Suspense>
        <span className="grow" />
        {prompt !== null && <IconButton size="small" label={say('Copy prompt')} icon="copy" onClick={() => copy(prompt)} />}
      </div>
      <RecipeLines lines={lines.filter(({ isDefault }) => isDefault !== true)} onCopy={copy} />
      {defaults.length > 0 && (
        <details className={styles.more}>
          <summary>
            <Icon name="chevron-right" size="s" />
            {say('Default values')}
            <span className="ink-3">{defaults.length}</span>
          </summary>
          <RecipeLines lines={defaults} onCopy={copy} />
        </details>
      )}
      <LineageGraph lineage={lineage} shown={{ task, result }} />
      <IdsAndTimeline task={task} result={result} isInQueue={isInQueue} onCopy={copy} />
    </Inspector>
  )
}

function RecipeLines({ lines, onCopy }: { readonly lines: readonly RecipeLine[]; readonly onCopy: (text: string) => void }) {
  return (
    <dl className={styles.lines}>
      {lines.map(({ name, value, isChosen }) => [
        <dt key={`${name} name`}>{name}</dt>,
        <dd key={name}>
          <CopyableText what={name} text={value} onCopy={onCopy} className={isChosen ? undefined : styles.byItself} />
        </dd>
      ])}
    </dl>
  )
}

function IdsAndTimeline({
  task,
  result,
  isInQueue,
  onCopy
}: {
  readonly task: Task
  readonly result: TaskResult
  readonly isInQueue: boolean
  readonly onCopy: (text: string) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const location = useResultLocation(isOpen ? result : null)
  const ids = [
    [say('Task'), task.taskId],
    [say('Idempotency key'), isInQueue ? task.idempotencyKey : null],
    ['SHA-256', result.sha256],
    [say('File'), location]
  ] as const
  return (
    <details className={styles.more} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Icon name="chevron-right" size="s" />
        {isInQueue ? say('IDs and timeline') : say('IDs')}
      </summary>
      {isOpen && (
        <>
          <dl className={classNames(styles.lines, styles.ids)}>
            {ids.flatMap(([name, value]) =>
              value === null
                ? []
                : [
                    <dt key={`${name} name`}>{name}</dt>,
                    <dd key={name}>
                      <CopyableText what={name} text={value} onCopy={onCopy} className="id" />
                    </dd>
                  ]
            )}
          </dl>
          {isInQueue && <TaskTimeline task={task} onCopy={onCopy} />}
        </>
      )}
    </details>
  )
}

function TaskTimeline({ task, onCopy }: { readonly task: Task; readonly onCopy: (text: string) => void }) {
  const timeline = useTimeline(task.id)
  if (timeline.state === 'loading') return null
  if (timeline.state === 'failed')
    return <p className="small ink-2">{say('The timeline couldn’t be loaded. {message}', { message: timeline.message })}</p>
  return (
    <Timeline
      label={say('Timeline of {title}', { title: task.title })}
      steps={timeline.value.map((entry, place) => ({
        key: `${entry.at} ${place}`,
        time: formatTimeWithSeconds(entry.at),
        dateTime: new Date(entry.at).toISOString(),
        label: timelineText(entry),
        tone: entry.tone,
        reference: entry.requestId === null ? null : <CopyableText what={say('request ID')} text={entry.requestId} onCopy={onCopy} />
      }))}
    />
  )
}

function Other({
  icon,
  words,
  label,
  onClick
}: {
  readonly icon: IconName
  readonly words: string
  readonly label?: string
  readonly onClick: () => void
}) {
  return (
    <button type="button" aria-label={label} className={styles.other} onClick={onClick}>
      <Icon name={icon} />
      {words}
    </button>
  )
}

/** Highlights references such as "image 1", as the form does. */
function withReferences(prompt: string): ReactNode {
  return promptTokens(prompt).map(({ start, words, isReference }) => (isReference ? <b key={start}>{words}</b> : words))
}
