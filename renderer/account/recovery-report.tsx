import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Reconciliation, Stranger } from '../../shared/reconciliation.ts'
import type { Task } from '../../shared/task.ts'
import { compareNames } from '../../shared/words/compare-names.ts'
import { phrases, sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { listen, request } from '../bridge/kiln.ts'
import { useCapabilityMap } from '../bridge/use-session.ts'
import { areSameItems, useTaskSummary } from '../bridge/use-tasks.ts'
import { Button } from '../ui/button.tsx'
import { clockWords, dayAndTime, dayWords, isSameDay } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Select } from '../ui/select.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import styles from './recovery-report.module.css'

/** Journal, service and disk held against each other: what was found, and the way out of each. */
export function RecoveryReport({
  connection,
  onOpenTask
}: {
  /** Name of the account that it is about, where there are several. */
  readonly connection: string | null
  readonly onOpenTask: (taskId: string) => void
}) {
  const report = useReport()
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  const [isLooking, setIsLooking] = useState(false)

  async function look() {
    setIsLooking(true)
    const outcome = await request('recovery.reconcile')
    setIsLooking(false)
    sayFailure(outcome)
    if (outcome.ok && outcome.value !== null) announce(sentences(...outcome.value.sentences))
  }

  return (
    <section aria-labelledby="recovery" className={styles.section}>
      <div className={styles.head}>
        <h2 id="recovery">{say('Everything accounted for?')}</h2>
        <span className="small ink-3 num">
          {phrases(connection, report === null ? null : say('looked at {time}', { time: momentWords(report.at) }))}
        </span>
        <span className="grow" />
        <Button size="small" icon="refresh" busy={isLooking && say('Looking')} onClick={() => void look()}>
          {say('Look now')}
        </Button>
      </div>
      <ul className={styles.sentences}>
        {(
          report?.sentences ?? [
            say('Your tasks, the service’s list and the files on this computer are held against each other after each start.')
          ]
        ).map((sentence) => (
          <li key={sentence}>
            <Icon name={report !== null && isAllWell(report) ? 'check' : 'info'} size="s" />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      {report !== null && report.unknown.length > 0 && <ForSupport report={report} onOpenTask={onOpenTask} />}
      {report !== null && report.lost.length > 0 && <Lost report={report} onOpenTask={onOpenTask} />}
      {report !== null && report.strangers.some(({ isAwaited }) => !isAwaited) && <Strangers report={report} onOpenTask={onOpenTask} />}
    </section>
  )
}

type PartProps = { readonly report: Reconciliation; readonly onOpenTask: (taskId: string) => void }

/** Rows that are shown; the others are worked off with the first ones' button. */
const mostRows = 5

/** Those of which only support can tell; each leads to where its bundle is copied or saved. */
function ForSupport({ report, onOpenTask }: PartProps) {
  const unknown = useMemo(() => new Set(report.unknown), [report])
  const select = useCallback((all: readonly Task[]) => all.filter(({ id, phase }) => phase === 'support' && unknown.has(id)), [unknown])
  const own = useTaskSummary(select, areSameItems)
  if (own.length === 0) return null
  return (
    <ul className={styles.rows} aria-label={say('Tasks of which only support can tell')}>
      {own.slice(0, mostRows).map(({ id, title }) => (
        <li key={id}>
          <span dir="auto" className="cut">
            {title}
          </span>
          <span className="grow" />
          <Button size="small" aria-label={say('Show the support bundle of {title}', { title })} onClick={() => onOpenTask(id)}>
            {say('Show')}
          </Button>
        </li>
      ))}
      {own.length > mostRows && <li className="small ink-3">{say('and {count} more, in the queue', { count: own.length - mostRows })}</li>}
    </ul>
  )
}

function Lost({ report, onOpenTask }: PartProps) {
  const sayFailure = useFailureToast()
  const [isFetching, setIsFetching] = useState(false)
  async function fetchAll() {
    setIsFetching(true)
    for (const { id } of report.lost) {
      const outcome = await request('recovery.fetchAgain', { id })
      sayFailure(outcome)
      if (!outcome.ok) break
    }
    setIsFetching(false)
  }
  return (
    <ul className={styles.rows} aria-label={say('Results that are not on this computer')}>
      {report.lost.slice(0, mostRows).map(({ id, title, files }) => (
        <li key={id}>
          <button type="button" className={styles.link} onClick={() => onOpenTask(id)}>
            {title}
          </button>
          <span className="small ink-3">{say('{files, plural, one {# file} other {# files}}', { files })}</span>
        </li>
      ))}
      <li className={styles.action}>
        <Button size="small" icon="download" busy={isFetching && say('Asking')} onClick={() => void fetchAll()}>
          {report.lost.length === 1 ? say('Fetch it again') : say('Fetch all {count} again', { count: report.lost.length })}
        </Button>
        <span className="small ink-3">{say('Costs nothing: it is paid for.')}</span>
      </li>
    </ul>
  )
}

function Strangers({ report, onOpenTask }: PartProps) {
  const sayFailure = useFailureToast()
  const toast = useToast()
  // Those that may be the person's own come first.
  const free = report.strangers
    .filter(({ isAwaited }) => !isAwaited)
    .toSorted((one, other) => Number(other.candidates.length > 0) - Number(one.candidates.length > 0))
  async function adopt(taskId: string, choice: Choice) {
    const outcome = await request('recovery.adopt', { taskId, ...choice })
    sayFailure(outcome)
    if (!outcome.ok) return
    const { id, title } = outcome.value
    const words = choice.as === undefined ? say('Taken into the queue') : say('Kiln follows “{title}” again', { title })
    toast({ title: words, icon: 'check', action: { label: say('Show'), onSelect: () => onOpenTask(id) } })
    await request('recovery.reconcile')
  }
  return (
    <ul className={styles.rows} aria-label={say('Tasks that were made elsewhere')}>
      {free.slice(0, mostRows).map((stranger) => (
        <StrangerRow key={stranger.taskId} stranger={stranger} onAdopt={(choice) => void adopt(stranger.taskId, choice)} />
      ))}
      {free.length > mostRows && <li className="small ink-3">{say('and {count, number} more', { count: free.length - mostRows })}</li>}
    </ul>
  )
}

/** What the person says of a listed task: which capability it belongs to, or which of their own tasks it is. */
type Choice = { readonly capability?: string | undefined; readonly as?: string | undefined }
const anyCapability = ''
const madeElsewhere = ''

function StrangerRow({
  stranger: { taskId, capability, createdAt, status, candidates },
  onAdopt
}: {
  readonly stranger: Stranger
  readonly onAdopt: (choice: Choice) => void
}) {
  const capabilities = useCapabilityMap()
  const [chosen, setChosen] = useState(anyCapability)
  const [own, setOwn] = useState(madeElsewhere)
  const as = candidates.some(({ id }) => id === own) ? own : undefined
  const options = useMemo(
    () =>
      [...capabilities.values()]
        .map(({ id, title }) => ({ value: id, label: title }))
        .toSorted((one, other) => compareNames(one.label, other.label)),
    [capabilities]
  )
  return (
    <li>
      <span dir="auto" className="cut">
        {capability === null ? taskId : (capabilities.get(capability)?.title ?? capability)}
      </span>
      <span className="small ink-3 num">{phrases(createdAt === null ? null : momentWords(createdAt), status)}</span>
      <span className="grow" />
      {capability === null && (
        <Select
          label={say('Capability of {taskId}', { taskId })}
          look="quiet"
          value={chosen}
          onChange={setChosen}
          options={[{ value: anyCapability, label: say('Capability unknown') }, ...options]}
        />
      )}
      {candidates.length > 0 && (
        <Select
          label={say('Which of your tasks {taskId} is', { taskId })}
          look="quiet"
          value={as ?? madeElsewhere}
          onChange={setOwn}
          options={[
            { value: madeElsewhere, label: say('Made elsewhere') },
            ...candidates.map(({ id, title, sentAt }) => ({ value: id, label: phrases(title, momentWords(sentAt)) }))
          ]}
        />
      )}
      <Button
        size="small"
        aria-label={as === undefined ? say('Take in {taskId}', { taskId }) : say('Follow {taskId} as your task', { taskId })}
        onClick={() => onAdopt({ capability: chosen === anyCapability ? undefined : chosen, as })}
      >
        {as === undefined ? say('Take in') : say('Follow')}
      </Button>
    </li>
  )
}

function isAllWell({ found, lost, strangers, unknown, unread }: Reconciliation): boolean {
  return unread === null && found.length + lost.length + strangers.length + unknown.length === 0
}

function momentWords(at: number): string {
  const now = Date.now()
  return isSameDay(at, now) ? clockWords(at) : dayAndTime(dayWords(at, now), clockWords(at))
}

function useReport(): Reconciliation | null {
  const [report, setReport] = useState<Reconciliation | null>(null)
  useEffect(() => {
    let isHere = true
    const stop = listen('recovery.changed', setReport)
    void request('recovery.report').then((outcome) => {
      if (!isHere || !outcome.ok) return
      const kept = outcome.value
      setReport((newer) => newer ?? kept)
      // Whoever opens this view wants to know how it is now. It costs nothing.
      void request('recovery.reconcile')
    })
    return () => {
      isHere = false
      stop()
    }
  }, [])
  return report
}
