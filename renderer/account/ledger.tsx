import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LedgerEntry } from '../../shared/task/ledger.ts'
import { groupLedgerEntries } from '../../shared/task/ledger.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { joinPhrases, joinSentences } from '../../shared/i18n/join.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { useCapabilityMap, useConnectionName } from '../bridge/use-session.ts'
import { useTask } from '../bridge/use-tasks.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import { openTask } from '../navigation/open-task.ts'
import { navigate } from '../navigation/route.ts'
import { InputCover } from '../tasks/input-cover.tsx'
import { ledgerEntryNames } from '../tasks/task-names.ts'
import { formatTime, formatCount } from '../ui/format.ts'
import { ProgressGlow } from '../ui/progress-glow.tsx'
import type { IconName } from '../ui/icon.tsx'
import { Icon } from '../ui/icon.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { StatusLabel } from '../ui/status-label.tsx'
import { tabPanelProps, Tabs } from '../ui/tabs.tsx'
import styles from './ledger.module.css'
import {
  chargedAmountText,
  creditsSentence,
  creditsStatus,
  hasFailed,
  ledgerDayText,
  unsettledCreditsText,
  startOfDay
} from './ledger-text.ts'
import { translateOptionLabels } from '../ui/translate-option-labels.ts'

export type LedgerProps = {
  readonly entries: readonly LedgerEntry[]
  /** True if the entries belong to several accounts. */
  readonly isOfAll: boolean
  readonly now: number
  /** The scroll container. The ledger is the last element in it. */
  readonly scroller: RefObject<HTMLDivElement | null>
}

const groupings = [
  { value: 'task', label: word('By task') },
  { value: 'day', label: word('By day') },
  { value: 'capability', label: word('By capability') }
] as const
const byConnection = { value: 'connection', label: word('By account') } as const
type Grouping = (typeof groupings)[number]['value'] | typeof byConnection.value

/** Shows estimated, charged and outstanding credits by task, day, capability or account. */
export function Ledger(props: LedgerProps) {
  const [chosen, setGrouping] = useState<Grouping>('task')
  const grouping = chosen === 'connection' && !props.isOfAll ? 'task' : chosen
  return (
    <section aria-labelledby="ledger" className={styles.section}>
      <div className={styles.bar}>
        <h2 id="ledger">{say('Ledger')}</h2>
        <Tabs
          label={say('Ledger')}
          id="ledger-by"
          tabs={translateOptionLabels(props.isOfAll ? [...groupings, byConnection] : groupings)}
          value={grouping}
          onChange={setGrouping}
        />
      </div>
      <div {...tabPanelProps('ledger-by', grouping)}>
        {grouping === 'task' ? <ByTask {...props} /> : <Groups {...props} way={grouping} />}
      </div>
    </section>
  )
}

type Line = { readonly kind: 'day'; readonly at: number } | { readonly kind: 'entry'; readonly entry: LedgerEntry }
const heights = { day: 36, entry: 52 } as const

function ByTask({ entries, isOfAll, now, scroller }: LedgerProps) {
  const connectionName = useConnectionName()
  const list = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  const lines = useMemo(() => linesOf(entries), [entries])
  // The elements above the list may change their height, so the list's offset is measured again.
  useLayoutEffect(() => {
    const measure = () => setOffset(list.current?.offsetTop ?? 0)
    const observer = new ResizeObserver(measure)
    for (const part of scroller.current?.children ?? []) observer.observe(part)
    measure()
    return () => observer.disconnect()
  }, [scroller])
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => heights[lines[place]?.kind ?? 'entry'],
    scrollMargin: offset,
    overscan: 8
  })
  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span className={styles.estimate}>{say('Estimate')}</span>
        <span>{say('Charged')}</span>
      </div>
      <div
        ref={list}
        role="list"
        aria-label={say('Tasks, newest first')}
        className={styles.all}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index]
          if (line === undefined) return null
          return (
            <div
              key={item.key}
              role="listitem"
              className={styles.place}
              style={{ height: item.size, transform: `translateY(${item.start - offset}px)` }}
            >
              {line.kind === 'day' ? (
                <h3 className={styles.day}>{ledgerDayText(line.at, now)}</h3>
              ) : (
                <Entry entry={line.entry} connection={isOfAll ? connectionName(line.entry.connectionId) : null} />
              )}
            </div>
          )
        })}
      </div>
    </>
  )
}

function linesOf(entries: readonly LedgerEntry[]): readonly Line[] {
  const lines: Line[] = []
  let day: number | null = null
  for (const entry of entries) {
    const own = startOfDay(entry.at)
    if (own !== day) lines.push({ kind: 'day', at: own })
    day = own
    lines.push({ kind: 'entry', entry })
  }
  return lines
}

function Entry({
  entry,
  connection
}: {
  readonly entry: LedgerEntry
  /** Name of the connection. Null unless entries of several connections are listed together. */
  readonly connection: string | null
}) {
  const capability = useCapabilityMap().get(entry.capability) ?? null
  const { label, icon, tone } = creditsStatus(entry)
  const names = ledgerEntryNames(entry, capability)
  const name = joinPhrases(names.detail, connection)
  const charged = chargedAmountText(entry)
  const { resultId, resultMedium } = entry
  return (
    <div className={styles.entry}>
      <button
        type="button"
        className={styles.open}
        aria-label={joinSentences(
          say('{title}, {time}.', { title: joinPhrases(names.title, name), time: formatTime(entry.at) }),
          creditsSentence(entry),
          label
        )}
        onClick={() => (resultId === null ? openTask(entry.id) : navigate({ view: 'viewer', itemId: resultId }))}
      />
      <span className={styles.time}>{formatTime(entry.at)}</span>
      <span className={styles.thumb}>
        {hasFailed(entry) ? (
          <ProgressGlow isCold heat={0} className={styles.door} />
        ) : resultId !== null && resultMedium !== null ? (
          <MediaCover
            medium={resultMedium}
            thumbnail={mediaPaths.thumbnail(resultId)}
            source={mediaPaths.result(resultId)}
            className={styles.picture}
          />
        ) : (
          <Unfinished id={entry.id} icon={capability === null ? 'file' : capabilityIcon(capability)} />
        )}
      </span>
      <span className={styles.name}>
        <span dir="auto" className="cut">
          {names.title}
        </span>
        <span dir="auto" className="small ink-3 cut">
          {name}
        </span>
      </span>
      <span className={styles.estimate}>{entry.estimated === null ? '–' : formatCount(entry.estimated)}</span>
      <span className={styles.charged}>{charged}</span>
      <StatusLabel tone={tone} icon={icon} className={styles.state}>
        {label}
      </StatusLabel>
    </div>
  )
}

/** Shows the first input of a task that has no result. Shows `icon` if the task has no input to show. */
function Unfinished({ id, icon }: { readonly id: string; readonly icon: IconName }) {
  const task = useTask(id)
  const sign = <Icon name={icon} />
  return task === null ? (
    sign
  ) : (
    <InputCover task={task} className={styles.picture}>
      {sign}
    </InputCover>
  )
}

const headings = { day: word('Day'), capability: word('Capability'), connection: word('Account') } as const

function Groups({ entries, now, way: grouping }: LedgerProps & { readonly way: Exclude<Grouping, 'task'> }) {
  const capabilities = useCapabilityMap()
  const connectionName = useConnectionName()
  const groups = useMemo(() => {
    if (grouping === 'day') return groupLedgerEntries(entries, ({ at }) => String(startOfDay(at)))
    const found = groupLedgerEntries(entries, (entry) => (grouping === 'connection' ? entry.connectionId : entry.capability))
    return found.toSorted((one, other) => other.sums.charged - one.sums.charged)
  }, [entries, grouping])
  const nameOf = (key: string): string => {
    switch (grouping) {
      case 'day':
        return ledgerDayText(Number(key), now)
      case 'capability':
        return capabilities.get(key)?.title ?? key
      case 'connection':
        return connectionName(key)
    }
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say(headings[grouping])}</th>
          <th scope="col">{say('Tasks')}</th>
          <th scope="col" className={styles.estimate}>
            {say('Estimate')}
          </th>
          <th scope="col">{say('Charged')}</th>
          <th scope="col">{say('Refunded')}</th>
          <th scope="col">{say('Outstanding')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, sums }) => (
          <tr key={key}>
            <th scope="row">{nameOf(key)}</th>
            <td>{formatCount(sums.tasks)}</td>
            <td className="ink-3">{formatCount(sums.estimated)}</td>
            <td className="strong">{formatCount(sums.charged)}</td>
            <td>{formatCount(sums.refunded)}</td>
            <td className="ink-3">{unsettledCreditsText(sums) || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
