import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LedgerEntry } from '../../shared/ledger.ts'
import { ledgerBy } from '../../shared/ledger.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { phrases, sentences } from '../../shared/words/join.ts'
import { say, word } from '../../shared/words/say.ts'
import { useCapabilityMap, useConnectionName } from '../bridge/use-session.ts'
import { capabilityIcon } from '../bridge/capability-words.ts'
import { clockWords, countWords } from '../ui/figures.ts'
import { HeatDoor } from '../ui/heat-door.tsx'
import { Icon } from '../ui/icon.tsx'
import { Pic } from '../ui/pic.tsx'
import { StateWord } from '../ui/state-word.tsx'
import { tabPanel, Tabs } from '../ui/tabs.tsx'
import styles from './ledger.module.css'
import { chargedFigure, creditsWord, ledgerDayWords, openWords, startOfDay } from './ledger-words.ts'
import { saidLabels } from '../ui/said-labels.ts'

export type LedgerProps = {
  readonly entries: readonly LedgerEntry[]
  /** They are of several accounts. */
  readonly isOfAll: boolean
  readonly now: number
  /** What scrolls; the ledger is the last thing in it. */
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly onOpenTask: (taskId: string) => void
  readonly onOpenResult: (itemId: string) => void
}

const ways = [
  { value: 'task', label: word('By task') },
  { value: 'day', label: word('By day') },
  { value: 'capability', label: word('By capability') }
] as const
const byConnection = { value: 'connection', label: word('By account') } as const
type Way = (typeof ways)[number]['value'] | typeof byConnection.value

/** Where the credits went: estimate, charge, and what is not settled, from three sides. */
export function Ledger(props: LedgerProps) {
  const [chosen, setWay] = useState<Way>('task')
  const way = chosen === 'connection' && !props.isOfAll ? 'task' : chosen
  return (
    <section aria-labelledby="ledger" className={styles.section}>
      <div className={styles.bar}>
        <h2 id="ledger">{say('Ledger')}</h2>
        <Tabs
          label={say('Ledger')}
          id="ledger-by"
          tabs={saidLabels(props.isOfAll ? [...ways, byConnection] : ways)}
          value={way}
          onChange={setWay}
        />
      </div>
      <div {...tabPanel('ledger-by', way)}>{way === 'task' ? <ByTask {...props} /> : <Groups {...props} way={way} />}</div>
    </section>
  )
}

type Line = { readonly kind: 'day'; readonly at: number } | { readonly kind: 'entry'; readonly entry: LedgerEntry }
const heights = { day: 36, entry: 52 } as const

function ByTask({ entries, isOfAll, now, scroller, onOpenTask, onOpenResult }: LedgerProps) {
  const connectionName = useConnectionName()
  const list = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  const lines = useMemo(() => linesOf(entries), [entries])
  // What stands above can grow: the list knows where it begins.
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
                <h3 className={styles.day}>{ledgerDayWords(line.at, now)}</h3>
              ) : (
                <Entry
                  entry={line.entry}
                  connection={isOfAll ? connectionName(line.entry.connectionId) : null}
                  onOpenTask={onOpenTask}
                  onOpenResult={onOpenResult}
                />
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
  connection,
  onOpenTask,
  onOpenResult
}: {
  readonly entry: LedgerEntry
  /** Its name, where entries of several stand together. */
  readonly connection: string | null
  readonly onOpenTask: (taskId: string) => void
  readonly onOpenResult: (itemId: string) => void
}) {
  const capability = useCapabilityMap().get(entry.capability) ?? null
  const { words, icon, tone } = creditsWord(entry)
  const name = phrases(capability?.title ?? entry.capability, connection)
  const charged = chargedFigure(entry)
  const { resultId } = entry
  return (
    <div className={styles.entry}>
      <button
        type="button"
        className={styles.open}
        aria-label={sentences(
          say('{title}, {name}, {time}.', { title: entry.title, name, time: clockWords(entry.at) }),
          entry.estimated === null
            ? say('Estimate not known, charged {charged}.', { charged })
            : say('Estimate {estimated}, charged {charged}.', { estimated: entry.estimated, charged }),
          words
        )}
        onClick={() => (resultId === null ? onOpenTask(entry.id) : onOpenResult(resultId))}
      />
      <span className={styles.time}>{clockWords(entry.at)}</span>
      <span className={styles.thumb}>
        {resultId === null ? (
          <HeatDoor isCold heat={0} className={styles.door} />
        ) : capability?.output === 'image' ? (
          <Pic src={mediaPaths.thumbnail(resultId)} alt="" isLazy className={styles.picture} />
        ) : (
          <Icon name={capability === null ? 'file' : capabilityIcon(capability)} />
        )}
      </span>
      <span className={styles.name}>
        <span dir="auto" className="cut">
          {entry.title}
        </span>
        <span dir="auto" className="small ink-3 cut">
          {name}
        </span>
      </span>
      <span className={styles.estimate}>{entry.estimated === null ? '–' : countWords(entry.estimated)}</span>
      <span className={styles.charged}>{charged}</span>
      <StateWord tone={tone} icon={icon} className={styles.state}>
        {words}
      </StateWord>
    </div>
  )
}

const headings = { day: word('Day'), capability: word('Capability'), connection: word('Account') } as const

function Groups({ entries, now, way }: LedgerProps & { readonly way: Exclude<Way, 'task'> }) {
  const capabilities = useCapabilityMap()
  const connectionName = useConnectionName()
  const groups = useMemo(() => {
    if (way === 'day') return ledgerBy(entries, ({ at }) => String(startOfDay(at)))
    const found = ledgerBy(entries, (entry) => (way === 'connection' ? entry.connectionId : entry.capability))
    return found.toSorted((one, other) => other.sums.charged - one.sums.charged)
  }, [entries, way])
  const nameOf = (key: string): string => {
    switch (way) {
      case 'day':
        return ledgerDayWords(Number(key), now)
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
          <th scope="col">{say(headings[way])}</th>
          <th scope="col">{say('Tasks')}</th>
          <th scope="col" className={styles.estimate}>
            {say('Estimate')}
          </th>
          <th scope="col">{say('Charged')}</th>
          <th scope="col">{say('Given back')}</th>
          <th scope="col">{say('Open')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ key, sums }) => (
          <tr key={key}>
            <th scope="row">{nameOf(key)}</th>
            <td>{countWords(sums.tasks)}</td>
            <td className="ink-3">{countWords(sums.estimated)}</td>
            <td className="strong">{countWords(sums.charged)}</td>
            <td>{countWords(sums.givenBack)}</td>
            <td className="ink-3">{openWords(sums) || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
