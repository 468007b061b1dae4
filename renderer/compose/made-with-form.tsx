import { useCallback } from 'react'
import type { Field } from '../../shared/fields.ts'
import { outputCount } from '../../shared/fields.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { Task } from '../../shared/task.ts'
import { say } from '../../shared/words/say.ts'
import { expectedTime, heatOf } from '../bridge/expected-time.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { useNow } from '../bridge/use-now.ts'
import { areSameItems, useTaskSummary } from '../bridge/use-tasks.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { itemDragType } from '../bridge/item-drag.ts'
import { Tag } from '../ui/chip.tsx'
import { durationWords } from '../ui/figures.ts'
import { HeatDoor } from '../ui/heat-door.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import type { MadeTile } from './made-tiles.ts'
import { madeTiles } from './made-tiles.ts'
import styles from './made-with-form.module.css'

const mostTiles = 60

/** What this form made and is making: doors become pictures where they stand. */
export function MadeWithForm({
  capabilityId,
  fields,
  onOpenResult,
  onOpenTask
}: {
  readonly capabilityId: string
  readonly fields: readonly Field[]
  readonly onOpenResult: (itemId: string) => void
  readonly onOpenTask: (taskId: string) => void
}) {
  // The fields are the same list as long as the contract is: what counts the outputs does not depend on the mode.
  const countName = fields.find((field) => field.kind === 'count')?.name ?? ''
  const own = useTaskSummary(
    useCallback((all: readonly Task[]) => all.filter((task) => task.capability === capabilityId), [capabilityId]),
    areSameItems
  )
  const expected = expectedTime(own, capabilityId)
  const countFields = fields.filter((field) => field.name === countName)
  const tiles = madeTiles(own, capabilityId, (task) => outputCount(countFields, task.values), mostTiles)
  if (tiles.length === 0) return null
  return (
    <section aria-label={say('Made with this form')}>
      <div className={styles.head}>
        <h2>{say('Made with this form')}</h2>
      </div>
      <ul className={styles.grid}>
        {tiles.map((tile) => (
          <li key={tile.key}>
            <MadeTileButton tile={tile} expected={expected} onOpenResult={onOpenResult} onOpenTask={onOpenTask} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MadeTileButton({
  tile,
  expected,
  onOpenResult,
  onOpenTask
}: {
  readonly tile: MadeTile
  readonly expected: ExpectedTime | null
  readonly onOpenResult: (itemId: string) => void
  readonly onOpenTask: (taskId: string) => void
}) {
  switch (tile.kind) {
    case 'result':
      return (
        <button
          type="button"
          className={styles.tile}
          aria-label={say('Open {title}, {index}', { title: tile.task.title, index: tile.result.index + 1 })}
          // Onto a well of the form above: what was made is what is worked on next.
          draggable
          onDragStart={(event) => event.dataTransfer.setData(itemDragType, tile.result.id)}
          onClick={() => onOpenResult(tile.result.id)}
        >
          <MediaCover
            medium={tile.result.medium}
            thumbnail={mediaPaths.thumbnail(tile.result.id)}
            source={mediaPaths.result(tile.result.id)}
            className={styles.fill}
          />
          {tile.result.medium === 'video' && (
            <span className={styles.corner}>
              <Tag icon="video" />
            </span>
          )}
        </button>
      )
    case 'making':
      return <MakingTile task={tile.task} expected={expected} onOpen={() => onOpenTask(tile.task.id)} />
    case 'stopped': {
      const { icon, words } = phaseWords(tile.task)
      return (
        <button type="button" className={styles.tile} onClick={() => onOpenTask(tile.task.id)}>
          <HeatDoor isCold className={styles.fill}>
            <span className={styles.words}>
              <Icon name={icon} size="xs" />
              <span dir="auto" className="cut">
                {words}
              </span>
            </span>
          </HeatDoor>
          <VisuallyHidden>{say(': {title}. Open in the queue', { title: tile.task.title })}</VisuallyHidden>
        </button>
      )
    }
  }
}

function MakingTile({
  task,
  expected,
  onOpen
}: {
  readonly task: Task
  readonly expected: ExpectedTime | null
  readonly onOpen: () => void
}) {
  const now = useNow(1000)
  const { icon, words } = phaseWords(task)
  return (
    <button type="button" className={styles.tile} onClick={onOpen}>
      <HeatDoor heat={task.phase === 'running' || task.phase === 'collecting' ? heatOf(task, expected, now) : 0} className={styles.fill}>
        <span className={styles.words}>
          <Icon name={icon} size="xs" />
          <span dir="auto" className="cut">
            {words}
          </span>
          {task.acceptedAt !== null && <span className={styles.elapsed}>{durationWords(now - task.acceptedAt)}</span>}
        </span>
      </HeatDoor>
      <VisuallyHidden>{say(': {title}. Open in the queue', { title: task.title })}</VisuallyHidden>
    </button>
  )
}
