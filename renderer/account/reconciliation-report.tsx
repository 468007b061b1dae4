import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Reconciliation, UntrackedTask } from '../../shared/task/reconciliation.ts'
import type { Task } from '../../shared/task/task.ts'
import { compareNames } from '../../shared/i18n/compare-names.ts'
import { joinPhrases, joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { findingText } from '../../shared/phrases/reconciliation-phrases.ts'
import { subscribe, request } from '../bridge/kiln.ts'
import { useCapabilityMap } from '../bridge/use-session.ts'
import { areSameItems, useTaskSummary } from '../bridge/use-tasks.ts'
import { openTask } from '../navigation/open-task.ts'
import { Button } from '../ui/button.tsx'
import { formatTime, joinDayAndTime, formatDay, isSameDay } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Select } from '../ui/select.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import styles from './reconciliation-report.module.css'

/** Lists the differences between journal, service and disk, with actions to fix them. */
export function ReconciliationReport({
  connection
}: {
  /** Name of the account that the report covers. Null if there is only one account. */
  readonly connection: string | null
}) {
  const report = useReport()
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  const [isChecking, setIsChecking] = useState(false)

  async function check() {
    setIsChecking(true)
    const outcome = await request('recovery.reconcile')
    setIsChecking(false)
    sayFailure(outcome)
    if (outcome.ok && outcome.value !== null) announce(joinSentences(...outcome.value.findings.map(findingText)))
  }

  return (
    <section aria-labelledby="recovery" className={styles.section}>
      <div className={styles.head}>
        <h2 id="recovery">{say('Account check')}</h2>
        <span className="small ink-3 num">
          {joinPhrases(connection, report === null ? null : checkedText(report.at, connection === null))}
        </span>
        <span className="grow" />
        <Button size="small" icon="refresh" busy={isChecking && say('Checking…')} onClick={() => void check()}>
          {say('Check now')}
        </Button>
      </div>
      <ul className={styles.sentences}>
        {(
          report?.findings.map(findingText) ?? [
            say('Each time Kiln starts, it compares your tasks and files with the service’s task list.')
          ]
        ).map((sentence) => (
          <li key={sentence}>
            <Icon name={report !== null && isAllWell(report) ? 'check' : 'info'} size="s" />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      {report !== null && report.unknown.length > 0 && <ForSupport report={report} />}
      {report !== null && report.missingFiles.length > 0 && <Lost report={report} />}
      {report !== null && report.untrackedTasks.some(({ isAwaited }) => !isAwaited) && <Strangers report={report} />}
    </section>
  )
}

type PartProps = { readonly report: Reconciliation }

/** Maximum number of rows to show. The others are only counted. */
const maxRows = 5

/** Lists the tasks that need support. Each has a button to open the task, where its support bundle can be copied or saved. */
function ForSupport({ report }: PartProps) {
  const unknown = useMemo(() => new Set(report.unknown), [report])
  const select = useCallback((all: readonly Task[]) => all.filter(({ id, phase }) => phase === 'support' && unknown.has(id)), [unknown])
  const own = useTaskSummary(select, areSameItems)
  if (own.length === 0) return null
  return (
    <ul className={styles.rows} aria-label={say('Tasks that need support')}>
      {own.slice(0, maxRows).map(({ id, title }) => (
        <li key={id}>
          <span dir="auto" className="cut">
            {title}
          </span>
          <span className="grow" />
          <Button size="small" aria-label={say('Show the support bundle for {title}', { title })} onClick={() => openTask(id)}>
            {say('Show')}
          </Button>
        </li>
      ))}
      {own.length > maxRows && <li className="small ink-3">{say('and {count} more in the queue', { count: own.length - maxRows })}</li>}
    </ul>
  )
}

function Lost({ report }: PartProps) {
  const sayFailure = useFailureToast()
  const [isFetching, setIsFetching] = useState(false)
  async function fetchAll() {
    setIsFetching(true)
    for (const { id } of report.missingFiles) {
      const outcome = await request('recovery.fetchAgain', { id })
      sayFailure(outcome)
      if (!outcome.ok) break
    }
    setIsFetching(false)
  }
  return (
    <ul className={styles.rows} aria-label={say('Results missing from this computer')}>
      {report.missingFiles.slice(0, maxRows).map(({ id, title, files }) => (
        <li key={id}>
          <button type="button" className={styles.link} onClick={() => openTask(id)}>
            {title}
          </button>
          <span className="small ink-3">{say('{files, plural, one {# file} other {# files}}', { files })}</span>
        </li>
      ))}
      <li className={styles.action}>
        <Button size="small" icon="download" busy={isFetching && say('Checking…')} onClick={() => void fetchAll()}>
          {report.missingFiles.length === 1
            ? say('Download again')
            : say('Download all {count} again', { count: report.missingFiles.length })}
        </Button>
        <span className="small ink-3">{say('You were already charged. Downloading again is free.')}</span>
      </li>
    </ul>
  )
}

function Strangers({ report }: PartProps) {
  const sayFailure = useFailureToast()
  const toast = useToast()
  // Tasks that may match one of Kiln's own tasks come first.
  const free = report.untrackedTasks
    .filter(({ isAwaited }) => !isAwaited)
    .toSorted((one, other) => Number(other.candidates.length > 0) - Number(one.candidates.length > 0))
  async function adopt(taskId: string, choice: Choice) {
    const outcome = await request('recovery.adopt', { taskId, ...choice })
    sayFailure(outcome)
    if (!outcome.ok) return
    const { id, title } = outcome.value
    const words = choice.as === undefined ? say('Added to the queue') : say('Kiln is tracking “{title}” again', { title })
    toast({ title: words, icon: 'check', action: { label: say('Show'), onSelect: () => openTask(id) } })
    await request('recovery.reconcile')
  }
  return (
    <ul className={styles.rows} aria-label={say('Tasks created elsewhere')}>
      {free.slice(0, maxRows).map((stranger) => (
        <StrangerRow key={stranger.taskId} stranger={stranger} onAdopt={(choice) => void adopt(stranger.taskId, choice)} />
      ))}
      {free.length > maxRows && <li className="small ink-3">{say('and {count, number} more', { count: free.length - maxRows })}</li>}
    </ul>
  )
}

/** The user's choice for an untracked task. `capability` is the capability that created the task. `as` is the ID of Kiln's own task. */
type Choice = { readonly capability?: string | undefined; readonly as?: string | undefined }
const anyCapability = ''
const madeElsewhere = ''

function StrangerRow({
  stranger: { taskId, capability, createdAt, status, candidates },
  onAdopt
}: {
  readonly stranger: UntrackedTask
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
      <span className="small ink-3 num">{joinPhrases(createdAt === null ? null : momentText(createdAt), status)}</span>
      <span className="grow" />
      {capability === null && (
        <Select
          label={say('Capability for {taskId}', { taskId })}
          variant="quiet"
          value={chosen}
          onChange={setChosen}
          options={[{ value: anyCapability, label: say('Unknown capability') }, ...options]}
        />
      )}
      {candidates.length > 0 && (
        <Select
          label={say('Your task that matches {taskId}', { taskId })}
          variant="quiet"
          value={as ?? madeElsewhere}
          onChange={setOwn}
          options={[
            { value: madeElsewhere, label: say('Created elsewhere') },
            ...candidates.map(({ id, title, sentAt }) => ({ value: id, label: joinPhrases(title, momentText(sentAt)) }))
          ]}
        />
      )}
      <Button
        size="small"
        aria-label={as === undefined ? say('Add to queue: {taskId}', { taskId }) : say('Track {taskId} as your task', { taskId })}
        onClick={() => onAdopt({ capability: chosen === anyCapability ? undefined : chosen, as })}
      >
        {as === undefined ? say('Add to queue') : say('Track')}
      </Button>
    </li>
  )
}

function isAllWell({ found, missingFiles, untrackedTasks, unknown, unread }: Reconciliation): boolean {
  return unread === null && found.length + missingFiles.length + untrackedTasks.length + unknown.length === 0
}

function checkedText(at: number, isAlone: boolean): string {
  const time = momentText(at)
  return isAlone ? say('Checked {time}', { time }) : say('checked {time}', { time })
}

function momentText(at: number): string {
  const now = Date.now()
  return isSameDay(at, now) ? formatTime(at) : joinDayAndTime(formatDay(at, now), formatTime(at))
}

function useReport(): Reconciliation | null {
  const [report, setReport] = useState<Reconciliation | null>(null)
  useEffect(() => {
    let isHere = true
    const stop = subscribe('recovery.changed', setReport)
    void request('recovery.report').then((outcome) => {
      if (!isHere || !outcome.ok) return
      const kept = outcome.value
      setReport((newer) => newer ?? kept)
      // Refreshes the report when the view opens, so that it is current. The check is free.
      void request('recovery.reconcile')
    })
    return () => {
      isHere = false
      stop()
    }
  }, [])
  return report
}
