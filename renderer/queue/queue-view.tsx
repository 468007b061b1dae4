import { useRef, useState } from 'react'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say, word } from '../../shared/i18n/say.ts'
import type { Task } from '../../shared/task/task.ts'
import { changeSettings } from '../bridge/change-settings.ts'
import { loadTasks } from '../bridge/session.ts'
import { useCapabilityMap, useSettings, useTaskListState } from '../bridge/use-session.ts'
import { useTask, useTaskSummary } from '../bridge/use-tasks.ts'
import { navigate } from '../navigation/route.ts'
import { useSearchKey } from '../shortcuts/use-search-key.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { tabPanelProps, Tabs } from '../ui/tabs.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import { translateOptionLabels } from '../ui/translate-option-labels.ts'
import { View } from '../ui/view.tsx'
import { noResultsText } from './no-results-text.ts'
import { QueueList } from './queue-list.tsx'
import { QueueSkeleton } from './queue-skeleton.tsx'
import styles from './queue-view.module.css'
import type { QueueMediumFilter } from './use-queue-rows.ts'
import { useQueueRows } from './use-queue-rows.ts'

const filters: readonly { readonly value: QueueMediumFilter; readonly label: string }[] = [
  { value: 'all', label: word('All') },
  { value: 'image', label: word('Images') },
  { value: 'video', label: word('Videos') },
  { value: 'audio', label: word('Audio') },
  { value: 'model', label: '3D' },
  { value: 'text', label: word('Text') }
]

const noBatches: ReadonlySet<string> = new Set()

export type QueueViewProps = {
  /**
   * ID of the task or batch to open and scroll to. Null to open none. Changes when the user opens a task from a notification or the
   * sidebar.
   */
  readonly openTaskId: string | null
}

/** The queue: all tasks in sections, the most important section first. */
export function QueueView({ openTaskId }: QueueViewProps) {
  const [search, setSearch] = useState('')
  const searchBox = useRef<HTMLInputElement>(null)
  useSearchKey('queue', searchBox)
  const [filter, setFilter] = useState<QueueMediumFilter>('all')
  const list = useTaskListState()
  const capabilities = useCapabilityMap()
  const [openBatches, setOpenBatches] = useState<ReadonlySet<string>>(noBatches)
  // A link to a batch or to one of its tasks opens the batch.
  const ledBatchId = useTask(openTaskId)?.batch?.id ?? openTaskId
  const [ledTo, setLedTo] = useState<string | null>(null)
  if (ledBatchId !== ledTo) {
    setLedTo(ledBatchId)
    if (ledBatchId !== null) setOpenBatches(new Set(openBatches).add(ledBatchId))
  }
  const [isHiddenOpen, setIsHiddenOpen] = useState(false)
  // A search also finds hidden tasks, so it shows the hidden section.
  const areHiddenShown = isHiddenOpen || search.trim() !== ''
  const { rows, tasksIn, tasksToRetry } = useQueueRows(search, filter, capabilities, openBatches, areHiddenShown)
  const hasTasks = useTaskSummary(hasAnyTasks)
  const settings = useSettings()
  const tellFailure = useFailureToast()
  const hasTexts = useTaskSummary(hasTextTasks)
  // Few services generate text. The text tab is hidden if there are no text tasks, unless it is selected.
  const shownFilters = filters.filter(({ value }) => value !== 'text' || hasTexts || filter === 'text')
  const tab = translateOptionLabels(filters).find(({ value }) => value === filter && value !== 'all')?.label ?? null
  const noResults = noResultsText(search, tab)
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
          {settings !== null && !settings.isSendingPaused && (
            <Button
              variant="quiet"
              icon="held"
              aria-label={say('Pause sending')}
              title={say('Pause sending')}
              className={styles.pause}
              onClick={() => void changeSettings({ isSendingPaused: true }).then((outcome) => outcome !== null && tellFailure(outcome))}
            >
              <span className={styles.pauseText}>{say('Pause sending')}</span>
            </Button>
          )}
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
                {say('Choose a capability')}
              </Button>
            }
          >
            {say('Tasks you send appear here, with their progress and results.')}
          </EmptyState>
        ) : rows.length === 0 ? (
          <EmptyState
            icon="search"
            title={noResults.title}
            actions={<Button onClick={() => [setSearch(''), setFilter('all')]}>{say('Show all tasks')}</Button>}
          >
            {noResults.words}
          </EmptyState>
        ) : (
          <QueueList
            openTaskId={openTaskId}
            rows={rows}
            tasksIn={tasksIn}
            tasksToRetry={tasksToRetry}
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

function hasTextTasks(all: readonly Task[]): boolean {
  return all.some(({ hidden, results }) => !hidden && results.some(({ medium }) => medium === 'text'))
}

function hasAnyTasks(all: readonly Task[]): boolean {
  return all.length > 0
}
