import { useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import type { Task } from '../../shared/task/task.ts'
import type { TimelineEntry } from '../../shared/task/timeline.ts'
import { say } from '../../shared/i18n/say.ts'
import { timelineText } from '../../shared/phrases/timeline-phrases.ts'
import { useTimeline } from '../tasks/use-timeline.ts'
import { CopyableText } from '../ui/copyable-text.tsx'
import { joinDayAndTime, formatDay, formatTimeWithSeconds, isSameDay } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { useNow } from '../ui/use-now.ts'
import styles from './task-details.module.css'

type TaskTimelineProps = { readonly task: Task; readonly onCopy: (text: string) => void }

/**
 * True if the user opened the timeline of the last task. Kept while the app runs, so that users who compare timelines open them only once.
 */
let wasOpen = false

/** The timeline of a task, with its IDs. Collapsed by default, because most users need it only for support. */
export function TaskTimeline(props: TaskTimelineProps) {
  const [isOpen, setIsOpen] = useState(wasOpen)
  return (
    <details
      className={styles.more}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        wasOpen = currentTarget.open
        setIsOpen(currentTarget.open)
      }}
    >
      <summary>
        <Icon name="chevron-right" size="s" />
        {say('Details')}
      </summary>
      {isOpen && <Steps {...props} />}
    </details>
  )
}

function Steps({ task, onCopy }: TaskTimelineProps) {
  const timeline = useTimeline(task.id)
  const now = useNow(60_000)
  switch (timeline.state) {
    case 'loading':
      return <div className={styles.loading} aria-busy="true" />
    case 'failed':
      return <p className="small ink-2">{say('The timeline couldn’t be loaded. {message}', { message: timeline.message })}</p>
    case 'ready':
      return (
        <Timeline
          label={say('Timeline of {title}', { title: task.title })}
          steps={timeline.value.map((entry, place) => stepOf(entry, place, now, onCopy))}
        />
      )
    default:
      return assertNever(timeline)
  }
}

function stepOf(entry: TimelineEntry, place: number, now: number, onCopy: (text: string) => void) {
  const reference = referenceOf(entry)
  return {
    key: `${entry.at} ${place}`,
    time: isSameDay(entry.at, now)
      ? formatTimeWithSeconds(entry.at)
      : joinDayAndTime(formatDay(entry.at, now), formatTimeWithSeconds(entry.at)),
    dateTime: new Date(entry.at).toISOString(),
    label: timelineText(entry),
    tone: entry.tone,
    reference:
      reference === null ? null : (
        <CopyableText isAtEnd what={reference.name} text={reference.id} onCopy={onCopy}>
          {reference.words}
        </CopyableText>
      )
  }
}

/**
 * Returns the request ID of a step, else its other ID. `name` is the kind of ID, and `words` is a short text to show. Null if the step has
 * no ID.
 */
function referenceOf({
  requestId,
  reference
}: TimelineEntry): { readonly name: string; readonly id: string; readonly words: string } | null {
  if (requestId !== null)
    return { name: say('request ID'), id: requestId, words: say('request {id}', { id: bothEnds(requestId.replace(/^req[_-]?/, '')) }) }
  if (reference === null) return null
  const { kind, id } = reference
  switch (kind) {
    case 'idempotency-key':
      return { name: say('idempotency key'), id, words: say('idempotency key {id}', { id: bothEnds(id) }) }
    case 'task':
      return { name: say('task ID'), id, words: say('task {id}', { id: bothEnds(id.replace(/^task[_-]?/, '')) }) }
    case 'file':
      return { name: 'SHA-256', id, words: say('SHA-256 {id}', { id: bothEnds(id) }) }
    default:
      return assertNever(kind)
  }
}

/** Shortens a long ID to its start and end, which are enough to recognise the ID. */
function bothEnds(id: string): string {
  return id.length > 10 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id
}
