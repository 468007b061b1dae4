import type { Range } from '@tanstack/react-virtual'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent } from 'react'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import type { Medium } from '../../shared/form/json-schema.ts'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import type { Task } from '../../shared/task/task.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say, word } from '../../shared/i18n/say.ts'
import type { ExpectedDuration } from '../tasks/expected-duration.ts'
import { taskActionNames } from '../../shared/app/menu.ts'
import { useBatches } from '../bridge/batches.ts'
import { actionItems } from '../shortcuts/action-items.ts'
import { request } from '../bridge/kiln.ts'
import { type MenuActionHandlers, useRegisterMenuActions } from '../shortcuts/menu-action-handlers.ts'
import { loadTasks, taskStore } from '../bridge/session.ts'
import { useAccount, useCapabilityMap, useConnectionName, useTaskListState } from '../bridge/use-session.ts'
import { useSearchKey } from '../shortcuts/use-search-key.ts'
import { useTask, useTaskSummary } from '../bridge/use-tasks.ts'
import { openFormOfTask } from '../navigation/open-form.ts'
import { navigate } from '../navigation/route.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/chip.tsx'
import { ContextMenu, type ContextMenuItem } from '../ui/context-menu.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatCount } from '../ui/format.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { tabPanelProps, Tabs } from '../ui/tabs.tsx'
import { View } from '../ui/view.tsx'
import { groupedSections, isBatchFinished, ungroupedSections } from './batch-groups.ts'
import { type BatchAction, QueueBatchRow } from './queue-batch-row.tsx'
import { areSameDurations, expectedDurationsByCapability } from '../tasks/expected-durations-by-capability.ts'
import { nothingFoundText } from './nothing-found-text.ts'
import type { QueueRow, QueueSectionName } from './queue-sections.ts'
import { areSameRows, queueRows, queueSections, nearestRowId, rowIdToFocus } from './queue-sections.ts'
import type { QueueViewProps } from './queue-view-props.ts'
import styles from './queue-view.module.css'
import { rowButtonId, TaskRow } from './task-row.tsx'
import { type QueueActions, useQueueActions } from './use-queue-actions.ts'
import { translateOptionLabels } from '../ui/translate-option-labels.ts'

type Filter = 'all' | Medium
const filters: readonly { readonly value: Filter; readonly label: string }[] = [
  { value: 'all', label: word('All') },
  { value: 'image', label: word('Images') },
  { value: 'video', label: word('Videos') },
  { value: 'audio', label: word('Audio') },
  { value: 'model', label: '3D' },
  { value: 'text', label: word('Text') }
]

const noBatches: ReadonlySet<string> = new Set()

const sectionTitles: { readonly [Name in QueueSectionName]: string } = {
  'needs-you': word('Needs attention'),
  running: word('Running'),
  waiting: word('Waiting'),
  finished: word('Finished'),
  hidden: word('Hidden')
}

/** The queue: all tasks in sections, the most important section first. */
export function QueueView(props: QueueViewProps) {
  const [search, setSearch] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  useSearchKey('queue', searchBox)
  const [filter, setFilter] = useState<Filter>('all')
  const list = useTaskListState()
  const capabilities = useCapabilityMap()
  const [openBatches, setOpenBatches] = useState<ReadonlySet<string>>(noBatches)
  // A link to a batch or to one of its tasks opens the batch.
  const ledBatchId = useTask(props.openTaskId)?.batch?.id ?? props.openTaskId
  const [ledTo, setLedTo] = useState<string | null>(null)
  if (ledBatchId !== ledTo) {
    setLedTo(ledBatchId)
    if (ledBatchId !== null) setOpenBatches(new Set(openBatches).add(ledBatchId))
  }
  const [isHiddenOpen, setIsHiddenOpen] = useState(false)
  // A search also finds hidden tasks, so it shows the hidden section.
  const areHiddenShown = isHiddenOpen || search.trim() !== ''
  const rows = useRows(search, filter, capabilities, openBatches, areHiddenShown)
  const hasTasks = useTaskSummary(hasAnyTasks)
  const hasTexts = useTaskSummary(hasTextTasks)
  // Few services generate text. The text tab is hidden while there are no text tasks.
  const shownFilters = filters.filter(({ value }) => value !== 'text' || hasTexts || filter === 'text')
  const tab = translateOptionLabels(filters).find(({ value }) => value === filter && value !== 'all')?.label ?? null
  const nothing = nothingFoundText(search, tab)
  return (
    <View
      label={say('Queue')}
      bar={
        <>
          <h1>{say('Queue')}</h1>
          <div className={styles.tabs}>
            <Tabs label={say('Type')} id="queue" tabs={translateOptionLabels(shownFilters)} value={filter} onChange={setFilter} />
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
      <div {...tabPanelProps('queue', filter)} className={styles.panel}>
        {list.state === 'failed' ? (
          <EmptyState
            isCold
            title={say('The queue couldn’t be loaded')}
            actions={<Button onClick={() => void loadTasks()}>{say('Try again')}</Button>}
          >
            {joinSentences(list.message, say('Nothing is lost. Your tasks are saved on this computer.'))}
          </EmptyState>
        ) : list.state === 'loading' ? (
          <QueueSkeleton />
        ) : !hasTasks ? (
          <EmptyState
            title={say('No tasks yet')}
            actions={
              <Button variant="go" onClick={() => navigate({ view: 'gallery' })}>
                {say('Open the gallery')}
              </Button>
            }
          >
            {say('Tasks you send appear here, with their progress and results.')}
          </EmptyState>
        ) : rows.length === 0 ? (
          <EmptyState
            icon="search"
            title={nothing.title}
            actions={<Button onClick={() => [setSearch(''), setFilter('all')]}>{say('Show all tasks')}</Button>}
          >
            {nothing.words}
          </EmptyState>
        ) : (
          <Rows
            {...props}
            rows={rows}
            capabilities={capabilities}
            openBatches={openBatches}
            areHiddenShown={areHiddenShown}
            onToggleHidden={search.trim() === '' ? () => setIsHiddenOpen(!isHiddenOpen) : null}
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
  areHiddenShown,
  onToggleHidden,
  onToggleBatch,
  openTaskId
}: QueueViewProps & {
  readonly rows: readonly QueueRow[]
  readonly capabilities: ReadonlyMap<string, Capability>
  readonly openBatches: ReadonlySet<string>
  readonly areHiddenShown: boolean
  /** Null during a search, because a search always shows hidden tasks. */
  readonly onToggleHidden: (() => void) | null
  readonly onToggleBatch: (batchId: string) => void
}) {
  const batches = useBatches()
  const actions = useQueueActions()
  const { hide, unhide, cancel, cancelRest } = actions
  const announce = useAnnounce()
  const sayFailure = useFailureToast()
  const scroller = useRef<HTMLDivElement>(null)
  const [openId, setOpenId] = useState(openTaskId)
  const focusedId = useRef<string | null>(null)
  const isOnline = useAccount()?.isOnline ?? true
  const times = useTaskSummary(expectedDurationsByCapability, areSameDurations)
  const nameOf = useConnectionName()
  const hasSeveralAccounts = useTaskSummary(areOfSeveralAccounts)

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
    // Keeps the focused row rendered. Otherwise the list would lose the focus when the row scrolls out of view.
    rangeExtractor: (range: Range) => {
      const focused = placeOf(focusedId.current)
      const places = defaultRangeExtractor(range)
      return focused === -1 || places.includes(focused) ? places : [...places, focused].toSorted((a, b) => a - b)
    }
  })

  // A link from a notification or the sidebar opens the row and scrolls to it.
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

  // A row that moves to another section is briefly removed and loses the focus. This restores the focus. If the focused row leaves the
  // list, the row at its index gets the focus.
  const focusedPlace = useRef(0)
  useLayoutEffect(() => {
    if (focusedId.current === null) return
    const place = placeOf(focusedId.current)
    if (document.activeElement === document.body) {
      if (place === -1) focusedId.current = nearestRowId(rows, focusedPlace.current)
      if (focusedId.current !== null) document.getElementById(rowButtonId(focusedId.current))?.focus({ preventScroll: true })
    }
    focusedPlace.current = focusedId.current === null ? 0 : placeOf(focusedId.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the rows have changed
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
    const next = rowIdToFocus(rows, event.target.dataset['task'] ?? null, event.key)
    if (next === null) return
    event.preventDefault()
    focusedId.current = next
    virtualizer.scrollToIndex(placeOf(next), { align: 'auto' })
    focusSoon(next)
  }

  const actionsOf = (task: Task): MenuActionHandlers => ({
    open: openTaskAction(task),
    chooseFaces: task.phase === 'needs_input' ? () => navigate({ view: 'faces', taskId: task.id }) : undefined,
    checkAgain: task.can.checkAgain ? () => void request('task.checkAgain', { id: task.id }) : undefined,
    sendAgain: task.can.sendAgain ? () => openFormOfTask(task.id) : undefined,
    cancel: task.can.cancel ? () => cancel(task.id) : undefined,
    copySupportBundle: () =>
      void request('task.copySupportBundle', { id: task.id }).then(({ ok }) => announce(ok ? say('Copied') : say('Couldn’t copy'))),
    hide: task.can.hide && !task.hidden ? () => hide([task.id]) : undefined,
    unhide: task.hidden ? () => unhide([task.id]) : undefined
  })
  function openTaskAction({ results: [result] }: Task): (() => void) | undefined {
    return result === undefined ? undefined : () => navigate({ view: 'viewer', itemId: result.id })
  }
  function menuItems(target: Element): readonly ContextMenuItem[] {
    const id = target.closest<HTMLElement>('[data-row]')?.dataset['row']
    const row = rows.find(({ key }) => key === id)
    if (row?.kind === 'batch') return batchItems(row)
    const task = id === undefined ? undefined : taskStore.get(id)
    return task === undefined ? [] : actionItems(taskActionNames, actionsOf(task))
  }
  function batchItems({ id, sum }: QueueRow & { readonly kind: 'batch' }): readonly ContextMenuItem[] {
    const isOpen = openBatches.has(id)
    const isStopped = batches.get(id)?.isStopped ?? false
    const ask = (action: BatchAction) => () => void request(action, { id }).then(sayFailure)
    const items: ContextMenuItem[] = [
      { label: isOpen ? say('Close') : say('Show tasks'), icon: isOpen ? 'chevron-up' : 'queue', onSelect: () => onToggleBatch(id) }
    ]
    if (sum.waiting > 0)
      items.push(
        'line',
        isStopped
          ? { label: say('Resume'), icon: 'play', onSelect: ask('batch.resume') }
          : { label: say('Stop'), icon: 'held', onSelect: ask('batch.stop') },
        {
          label: say('Cancel {waiting, plural, one {# unsent task} other {# unsent tasks}}', { waiting: sum.waiting }),
          icon: 'undo',
          onSelect: () => cancelRest(id)
        }
      )
    if (isBatchFinished(sum)) items.push('line', { label: say('Hide all'), icon: 'hide', onSelect: () => hide(idsToHide(id)) })
    return items
  }

  return (
    <>
      <OpenTaskActions taskId={placeOf(openId) === -1 ? null : openId} actionsOf={actionsOf} />
      <ScrollArea label={say('Tasks')} ref={scroller} className={styles.scroll}>
        <ContextMenu label={say('Actions')} itemsFor={menuItems}>
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
                    <SectionHead
                      row={row}
                      areHiddenShown={areHiddenShown}
                      onToggleHidden={onToggleHidden}
                      onUnhideAll={() => unhide(hiddenIds())}
                    />
                  ) : row.kind === 'batch' ? (
                    <QueueBatchRow
                      id={row.id}
                      batch={batches.get(row.id)}
                      accountName={hasSeveralAccounts ? nameOf(batches.get(row.id)?.connectionId ?? '') : null}
                      sum={row.sum}
                      capability={capabilities.get(row.capability) ?? null}
                      isOnline={isOnline}
                      isOpen={openBatches.has(row.id)}
                      onToggle={() => onToggleBatch(row.id)}
                      onFocus={() => rememberFocus(row.id)}
                      onHide={() => hide(idsToHide(row.id))}
                      onCancelRest={() => cancelRest(row.id)}
                    />
                  ) : (
                    <BoundRow
                      id={row.id}
                      isUnderBatch={row.isUnderBatch}
                      capabilities={capabilities}
                      times={times}
                      hasSeveralAccounts={hasSeveralAccounts}
                      isOnline={isOnline}
                      isOpen={row.id === openId}
                      onToggle={toggle}
                      onFocus={rememberFocus}
                      actions={actions}
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

/** Offers the open task's actions in the app menu. `taskId` is null if no task is open, or if the task isn't in the list. */
function OpenTaskActions({
  taskId,
  actionsOf
}: {
  readonly taskId: string | null
  readonly actionsOf: (task: Task) => MenuActionHandlers
}) {
  const task = useTask(taskId)
  useRegisterMenuActions(task === null ? {} : actionsOf(task))
  return null
}

/** The row of one task. Re-renders only if this task or a prop changes, so that changes to other tasks cost nothing. */
const BoundRow = memo(function BoundRow({
  id,
  isUnderBatch,
  capabilities,
  times,
  hasSeveralAccounts,
  isOnline,
  isOpen,
  onToggle,
  onFocus,
  actions
}: {
  readonly id: string
  readonly isUnderBatch: boolean
  readonly capabilities: ReadonlyMap<string, Capability>
  readonly times: ReadonlyMap<string, ExpectedDuration | null>
  readonly hasSeveralAccounts: boolean
  readonly isOnline: boolean
  readonly isOpen: boolean
  readonly onToggle: (taskId: string) => void
  readonly onFocus: (taskId: string) => void
  readonly actions: QueueActions
}) {
  const task = useTask(id)
  const batches = useBatches()
  const nameOf = useConnectionName()
  if (task === null) return null
  return (
    <TaskRow
      isUnderBatch={isUnderBatch}
      isStopped={task.batch !== null && (batches.get(task.batch.id)?.isStopped ?? false)}
      isOnline={isOnline}
      accountName={hasSeveralAccounts ? nameOf(task.connectionId) : null}
      isOpen={isOpen}
      onToggle={() => onToggle(id)}
      onFocus={() => onFocus(id)}
      task={task}
      capability={capabilities.get(task.capability) ?? null}
      expected={times.get(task.capability) ?? null}
      actions={actions}
    />
  )
})

function idsToHide(batchId: string): readonly string[] {
  return taskStore.all().flatMap(({ id, batch, can, hidden }) => (batch?.id === batchId && can.hide && !hidden ? [id] : []))
}

function hiddenIds(): readonly string[] {
  return taskStore.all().flatMap(({ id, hidden }) => (hidden ? [id] : []))
}

function SectionHead({
  row,
  areHiddenShown,
  onToggleHidden,
  onUnhideAll
}: {
  readonly row: QueueRow & { readonly kind: 'head' }
  readonly areHiddenShown: boolean
  readonly onToggleHidden: (() => void) | null
  readonly onUnhideAll: () => void
}) {
  return (
    <div className={styles.head}>
      <h2>{say(sectionTitles[row.name])}</h2>
      {row.name === 'needs-you' ? (
        <Badge count={row.count} label={say('{count, plural, one {# needs} other {# need}} attention', { count: row.count })} />
      ) : (
        <span className="ink-3 num">{formatCount(row.count)}</span>
      )}
      {row.name === 'hidden' && (
        <>
          <span className="grow" />
          {areHiddenShown && (
            <Button size="small" variant="quiet" onClick={onUnhideAll}>
              {say('Unhide all')}
            </Button>
          )}
          {onToggleHidden !== null && (
            <Button
              size="small"
              variant="quiet"
              trailingIcon={areHiddenShown ? 'chevron-up' : 'chevron-down'}
              aria-expanded={areHiddenShown}
              onClick={onToggleHidden}
            >
              {say('Show hidden tasks')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function QueueSkeleton() {
  return (
    <div className={styles.skeletons} role="status" aria-busy="true" aria-label={say('Loading queue…')}>
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
  openBatches: ReadonlySet<string>,
  areHiddenShown: boolean
): readonly QueueRow[] {
  const summarize = useCallback(
    (all: readonly Task[]) => {
      const sections = queueSections(all, { search, medium: filter === 'all' ? null : filter }, (id) => capabilities.get(id))
      // A search shows every matching task, even if its batch is collapsed.
      return queueRows(search.trim() === '' ? groupedSections(sections) : ungroupedSections(sections), openBatches, areHiddenShown)
    },
    [search, filter, capabilities, openBatches, areHiddenShown]
  )
  return useTaskSummary(summarize, areSameRows)
}

function hasTextTasks(all: readonly Task[]): boolean {
  return all.some(({ hidden, results }) => !hidden && results.some(({ medium }) => medium === 'text'))
}

function areOfSeveralAccounts([first, ...others]: readonly Task[]): boolean {
  return others.some(({ connectionId }) => connectionId !== first?.connectionId)
}

function hasAnyTasks(all: readonly Task[]): boolean {
  return all.length > 0
}
