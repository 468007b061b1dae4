import type { Range } from '@tanstack/react-virtual'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent } from 'react'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { Medium } from '../../shared/json-schema.ts'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import type { Task } from '../../shared/task.ts'
import { sentences } from '../../shared/words/join.ts'
import { say, word } from '../../shared/words/say.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { taskDeedNames } from '../../shared/menu.ts'
import { useBatches } from '../bridge/batches.ts'
import { deedItems } from '../bridge/deed-items.ts'
import { request } from '../bridge/kiln.ts'
import { type MenuDeeds, useMenuDeeds } from '../bridge/menu-deeds.ts'
import { loadTasks, tasks } from '../bridge/session.ts'
import { useAccount, useCapabilityMap, useTaskListState } from '../bridge/use-session.ts'
import { useSearchKey } from '../bridge/use-search-key.ts'
import { useTask, useTaskSummary } from '../bridge/use-tasks.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/chip.tsx'
import { ContextMenu, type ContextMenuItem } from '../ui/context-menu.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { countWords } from '../ui/figures.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { tabPanel, Tabs } from '../ui/tabs.tsx'
import { View } from '../ui/view.tsx'
import { groupedSections, isBatchOver, ungroupedSections } from './batch-groups.ts'
import { type BatchDeed, BatchRow } from './batch-row.tsx'
import { areSameTimes, expectedTimes } from '../bridge/expected-times.ts'
import type { QueueRow, SectionName } from './queue-sections.ts'
import { areSameRows, queueRows, queueSections, taskToFocus } from './queue-sections.ts'
import type { QueueViewProps } from './queue-view-props.ts'
import styles from './queue-view.module.css'
import { rowButtonId, TaskRow } from './task-row.tsx'
import { saidLabels } from '../ui/said-labels.ts'

type Filter = 'all' | Medium
const filters: readonly { readonly value: Filter; readonly label: string }[] = [
  { value: 'all', label: word('All') },
  { value: 'image', label: word('Images') },
  { value: 'video', label: word('Video') },
  { value: 'audio', label: word('Sound') },
  { value: 'model', label: '3D' },
  { value: 'text', label: word('Text') }
]

const noBatches: ReadonlySet<string> = new Set()

const sectionTitles: { readonly [Name in SectionName]: string } = {
  'needs-you': word('Needs you'),
  running: word('Running'),
  waiting: word('Waiting'),
  finished: word('Finished')
}

/** Everything that was asked for, in the order in which it matters. */
export function QueueView(props: QueueViewProps) {
  const [search, setSearch] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  useSearchKey('queue', searchBox)
  const [filter, setFilter] = useState<Filter>('all')
  const list = useTaskListState()
  const capabilities = useCapabilityMap()
  const [openBatches, setOpenBatches] = useState<ReadonlySet<string>>(noBatches)
  // Led here to a batch, or to a task of one: the batch is opened.
  const ledBatchId = useTask(props.openTaskId)?.batch?.id ?? props.openTaskId
  const [ledTo, setLedTo] = useState<string | null>(null)
  if (ledBatchId !== ledTo) {
    setLedTo(ledBatchId)
    if (ledBatchId !== null) setOpenBatches(new Set(openBatches).add(ledBatchId))
  }
  const rows = useRows(search, filter, capabilities, openBatches)
  const hasTasks = useTaskSummary(hasShownTasks)
  const hasTexts = useTaskSummary(hasTextTasks)
  // Few services make texts.
  const shownFilters = filters.filter(({ value }) => value !== 'text' || hasTexts || filter === 'text')
  return (
    <View
      label={say('Queue')}
      bar={
        <>
          <h1>{say('Queue')}</h1>
          <div className={styles.tabs}>
            <Tabs label={say('Medium')} id="queue" tabs={saidLabels(shownFilters)} value={filter} onChange={setFilter} />
          </div>
          <span className="grow" />
          <SearchBox
            ref={searchBox}
            label={say('Search tasks')}
            placeholder={say('Search tasks')}
            className={styles.search}
            value={search}
            onChange={setSearch}
            onArrowDown={() => document.querySelector<HTMLElement>('[data-task]')?.focus()}
          />
        </>
      }
    >
      <div {...tabPanel('queue', filter)} className={styles.panel}>
        {list.state === 'failed' ? (
          <EmptyState
            isCold
            title={say('The queue could not be read')}
            actions={<Button onClick={() => void loadTasks()}>{say('Try again')}</Button>}
          >
            {sentences(list.message, say('Nothing is lost: it is written down on this computer.'))}
          </EmptyState>
        ) : list.state === 'loading' ? (
          <QueueSkeleton />
        ) : !hasTasks ? (
          <EmptyState
            title={say('Nothing asked for yet')}
            actions={
              <Button look="go" onClick={props.onOpenGallery}>
                {say('Choose what to make')}
              </Button>
            }
          >
            {say('What you send stands here until it is on this computer, whatever happens on the way.')}
          </EmptyState>
        ) : rows.length === 0 ? (
          <EmptyState
            icon="search"
            title={say('Nothing found')}
            actions={<Button onClick={() => [setSearch(''), setFilter('all')]}>{say('Show everything')}</Button>}
          >
            {say('No task has these words.')}
          </EmptyState>
        ) : (
          <Rows
            {...props}
            rows={rows}
            capabilities={capabilities}
            openBatches={openBatches}
            onToggleBatch={(id) =>
              setOpenBatches((open) => (open.has(id) ? new Set([...open].filter((other) => other !== id)) : new Set(open).add(id)))
            }
          />
        )}
      </div>
    </View>
  )
}

function Rows({
  rows,
  capabilities,
  openBatches,
  onToggleBatch,
  openTaskId,
  onOpenResult,
  onSendAgain,
  onChooseFaces,
  onOpenAccount,
  onCheckConnection
}: QueueViewProps & {
  readonly rows: readonly QueueRow[]
  readonly capabilities: ReadonlyMap<string, Capability>
  readonly openBatches: ReadonlySet<string>
  readonly onToggleBatch: (batchId: string) => void
}) {
  const batches = useBatches()
  const announce = useAnnounce()
  const sayFailure = useFailureToast()
  const scroller = useRef<HTMLDivElement>(null)
  const [openId, setOpenId] = useState(openTaskId)
  const focusedId = useRef<string | null>(null)
  const isOnline = useAccount()?.isOnline ?? true
  const times = useTaskSummary(expectedTimes, areSameTimes)

  const placeOf = (id: string | null): number => (id === null ? -1 : rows.findIndex((row) => row.key === id))
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => (rows[place]?.kind === 'head' ? 38 : 56),
    getItemKey: (place) => rows[place]?.key ?? place,
    overscan: 8,
    paddingEnd: 24,
    scrollPaddingStart: 40,
    scrollPaddingEnd: 24,
    // The row that has the focus stays in the document, or the focus would fall out of the list when it scrolls away.
    rangeExtractor: (range: Range) => {
      const focused = placeOf(focusedId.current)
      const places = defaultRangeExtractor(range)
      return focused === -1 || places.includes(focused) ? places : [...places, focused].toSorted((a, b) => a - b)
    }
  })

  // Led here from a notification or the sidebar: the row is opened and brought into sight.
  const [ledTo, setLedTo] = useState<string | null>(null)
  if (openTaskId !== ledTo) {
    setLedTo(openTaskId)
    if (openTaskId !== null) setOpenId(openTaskId)
  }
  const hasLedRow = placeOf(openTaskId) !== -1
  useEffect(() => {
    if (openTaskId === null || !hasLedRow) return
    virtualizer.scrollToIndex(placeOf(openTaskId), { align: 'auto' })
    focusSoon(openTaskId)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per place one is led to, not whenever the list moves
  }, [openTaskId, hasLedRow])

  // A row that moves to another section is taken out of the document for a moment and loses the focus; it gets it back.
  useLayoutEffect(() => {
    if (focusedId.current === null || document.activeElement !== document.body) return
    document.getElementById(rowButtonId(focusedId.current))?.focus({ preventScroll: true })
  }, [rows])

  const toggle = useCallback((id: string) => setOpenId((open) => (open === id ? null : id)), [])
  const rememberFocus = useCallback((id: string) => {
    focusedId.current = id
  }, [])
  function focusSoon(id: string): void {
    focusedId.current = id
    requestAnimationFrame(() => document.getElementById(rowButtonId(id))?.focus({ preventScroll: true }))
  }
  function keyDown(event: KeyboardEvent): void {
    if (pressedShortcut('queue', event) !== 'move') return
    if (!(event.target instanceof HTMLElement) || (event.target.dataset['task'] === undefined && event.target !== scroller.current)) return
    const next = taskToFocus(rows, event.target.dataset['task'] ?? null, event.key)
    if (next === null) return
    event.preventDefault()
    focusedId.current = next
    virtualizer.scrollToIndex(placeOf(next), { align: 'auto' })
    focusSoon(next)
  }

  const deedsOf = (task: Task): MenuDeeds => ({
    open: openDeed(task),
    chooseFaces: task.phase === 'needs_input' ? () => onChooseFaces(task.id) : undefined,
    lookAgain: task.can.lookAgain ? () => void request('task.lookAgain', { id: task.id }) : undefined,
    sendAgain: task.can.sendAgain ? () => onSendAgain(task.id) : undefined,
    takeBack: task.can.cancel ? () => void request('task.cancel', { id: task.id }) : undefined,
    copySupportBundle: () =>
      void request('task.copySupportBundle', { id: task.id }).then(({ ok }) => announce(ok ? say('Copied') : say('Could not be copied'))),
    hide: () => void request('task.hide', { id: task.id })
  })
  function openDeed({ results: [result] }: Task): (() => void) | undefined {
    return result === undefined ? undefined : () => onOpenResult(result.id)
  }
  function menuItems(target: Element): readonly ContextMenuItem[] {
    const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    const row = rows.find(({ key }) => key === id)
    if (row?.kind === 'batch') return batchItems(row)
    const task = id === undefined ? undefined : tasks.get(id)
    return task === undefined ? [] : deedItems(taskDeedNames, deedsOf(task))
  }
  function batchItems({ id, sum }: QueueRow & { readonly kind: 'batch' }): readonly ContextMenuItem[] {
    const isOpen = openBatches.has(id)
    const isStopped = batches.get(id)?.isStopped ?? false
    const ask = (deed: BatchDeed) => () => void request(deed, { id }).then(sayFailure)
    const items: ContextMenuItem[] = [
      { words: isOpen ? say('Close') : say('Show its tasks'), icon: isOpen ? 'chevron-up' : 'queue', onSelect: () => onToggleBatch(id) }
    ]
    if (sum.waiting > 0)
      items.push(
        'line',
        isStopped
          ? { words: say('Go on'), icon: 'play', onSelect: ask('batch.resume') }
          : { words: say('Stop'), icon: 'held', onSelect: ask('batch.stop') },
        {
          words: say('Take back the {waiting, number} not sent', { waiting: sum.waiting }),
          icon: 'undo',
          onSelect: ask('batch.cancelRest')
        }
      )
    if (isBatchOver(sum)) items.push('line', { words: say('Hide all'), icon: 'hide', onSelect: ask('batch.hide') })
    return items
  }

  return (
    <>
      <OpenTaskDeeds taskId={openId} deedsOf={deedsOf} />
      <ScrollArea label={say('Tasks')} ref={scroller} className={styles.scroll}>
        <ContextMenu label={say('What can be done with it')} itemsFor={menuItems}>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys only lead from one button to the next */}
          <div className={styles.all} style={{ height: virtualizer.getTotalSize() }} onKeyDown={keyDown}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[item.index]
              if (row === undefined) return null
              return (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  data-row={row.key}
                  className={styles.place}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {row.kind === 'head' ? (
                    <SectionHead row={row} />
                  ) : row.kind === 'batch' ? (
                    <BatchRow
                      id={row.id}
                      batch={batches.get(row.id)}
                      sum={row.sum}
                      capability={capabilities.get(row.capability) ?? null}
                      isOnline={isOnline}
                      isOpen={openBatches.has(row.id)}
                      onToggle={() => onToggleBatch(row.id)}
                      onFocus={() => rememberFocus(row.id)}
                      onOpenAccount={onOpenAccount}
                    />
                  ) : (
                    <BoundRow
                      id={row.id}
                      isUnderBatch={row.isUnderBatch}
                      capabilities={capabilities}
                      times={times}
                      isOnline={isOnline}
                      isOpen={row.id === openId}
                      onToggle={toggle}
                      onFocus={rememberFocus}
                      onOpenResult={onOpenResult}
                      onSendAgain={onSendAgain}
                      onChooseFaces={onChooseFaces}
                      onOpenAccount={onOpenAccount}
                      onCheckConnection={onCheckConnection}
                    />
                  )}
                </div>
              )
            })}
          </div>
        </ContextMenu>
      </ScrollArea>
    </>
  )
}

/** What the menu of the app can do with the task that is open. */
function OpenTaskDeeds({ taskId, deedsOf }: { readonly taskId: string | null; readonly deedsOf: (task: Task) => MenuDeeds }) {
  const task = useTask(taskId)
  useMenuDeeds(task === null || task.hidden ? {} : deedsOf(task))
  return null
}

/** Kept as it is while its own task stays the same, however often the list around it moves. */
const BoundRow = memo(function BoundRow({
  id,
  isUnderBatch,
  capabilities,
  times,
  isOnline,
  isOpen,
  onToggle,
  onFocus,
  onOpenResult,
  onSendAgain,
  onChooseFaces,
  onOpenAccount,
  onCheckConnection
}: {
  readonly id: string
  readonly isUnderBatch: boolean
  readonly capabilities: ReadonlyMap<string, Capability>
  readonly times: ReadonlyMap<string, ExpectedTime | null>
  readonly isOnline: boolean
  readonly isOpen: boolean
  readonly onToggle: (taskId: string) => void
  readonly onFocus: (taskId: string) => void
  readonly onOpenResult: (itemId: string) => void
  readonly onSendAgain: (taskId: string) => void
  readonly onChooseFaces: (taskId: string) => void
  readonly onOpenAccount: () => void
  readonly onCheckConnection: () => void
}) {
  const task = useTask(id)
  const batches = useBatches()
  if (task === null) return null
  return (
    <TaskRow
      isUnderBatch={isUnderBatch}
      isStopped={task.batch !== null && (batches.get(task.batch.id)?.isStopped ?? false)}
      isOnline={isOnline}
      isOpen={isOpen}
      onToggle={() => onToggle(id)}
      onFocus={() => onFocus(id)}
      onOpenResult={onOpenResult}
      task={task}
      capability={capabilities.get(task.capability) ?? null}
      expected={times.get(task.capability) ?? null}
      onSendAgain={() => onSendAgain(id)}
      onChooseFaces={() => onChooseFaces(id)}
      onOpenAccount={onOpenAccount}
      onCheckConnection={onCheckConnection}
    />
  )
})

function SectionHead({ row }: { readonly row: QueueRow & { readonly kind: 'head' } }) {
  return (
    <div className={styles.head}>
      <h2>{say(sectionTitles[row.name])}</h2>
      {row.name === 'needs-you' ? (
        <Badge count={row.count} label={say('{count, plural, one {# needs} other {# need}} you', { count: row.count })} />
      ) : (
        <span className="ink-3 num">{countWords(row.count)}</span>
      )}
    </div>
  )
}

function QueueSkeleton() {
  return (
    <div className={styles.skeletons} role="status" aria-busy="true" aria-label={say('Reading the queue')}>
      {Array.from({ length: 6 }, (_, place) => (
        <div key={place} className={styles.skeleton} />
      ))}
    </div>
  )
}

function useRows(
  search: string,
  filter: Filter,
  capabilities: ReadonlyMap<string, Capability>,
  openBatches: ReadonlySet<string>
): readonly QueueRow[] {
  const summarize = useCallback(
    (all: readonly Task[]) => {
      const sections = queueSections(all, { search, medium: filter === 'all' ? null : filter }, (id) => capabilities.get(id))
      // What is searched for has to be seen, not the batch that it is in.
      return queueRows(search.trim() === '' ? groupedSections(sections) : ungroupedSections(sections), openBatches)
    },
    [search, filter, capabilities, openBatches]
  )
  return useTaskSummary(summarize, areSameRows)
}

function hasTextTasks(all: readonly Task[]): boolean {
  return all.some(({ hidden, results }) => !hidden && results.some(({ medium }) => medium === 'text'))
}

function hasShownTasks(all: readonly Task[]): boolean {
  return all.some((task) => !task.hidden)
}
