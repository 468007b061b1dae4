import { useCallback } from 'react'
import type { Field } from '../../shared/form/fields.ts'
import { outputCount } from '../../shared/form/fields.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Task } from '../../shared/task/task.ts'
import { say } from '../../shared/i18n/say.ts'
import { expectedDuration, expectedProgress } from '../tasks/expected-duration.ts'
import { phaseAppearance } from '../tasks/phase-appearance.ts'
import { useNow } from '../ui/use-now.ts'
import { areSameItems, useTaskSummary } from '../bridge/use-tasks.ts'
import type { ExpectedDuration } from '../tasks/expected-duration.ts'
import { itemDragType } from '../media/item-drag.ts'
import { openTask } from '../navigation/open-task.ts'
import { navigate } from '../navigation/route.ts'
import { classNames } from '../ui/class-names.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { formatDuration } from '../ui/format.ts'
import { ProgressGlow } from '../ui/progress-glow.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import type { OutputTile } from './output-tiles.ts'
import { outputTiles } from './output-tiles.ts'
import styles from './form-outputs.module.css'

const maxTiles = 60

/** Results and running tasks of this form. A pending tile is replaced by its result in place. */
export function FormOutputs({ capabilityId, fields }: { readonly capabilityId: string; readonly fields: readonly Field[] }) {
  // The output-count field is the same in every mode. So this field also applies to tasks that were sent in other modes.
  const countName = fields.find((field) => field.kind === 'count')?.name ?? ''
  const own = useTaskSummary(
    useCallback((all: readonly Task[]) => all.filter((task) => task.capability === capabilityId), [capabilityId]),
    areSameItems
  )
  const expected = expectedDuration(own, capabilityId)
  const countFields = fields.filter((field) => field.name === countName)
  const tiles = outputTiles(own, capabilityId, (task) => outputCount(countFields, task.values), maxTiles)
  if (tiles.length === 0) return null
  return (
    <section aria-label={say('Recent results')}>
      <div className={styles.head}>
        <h2>{say('Recent results')}</h2>
      </div>
      <ul className={styles.grid}>
        {tiles.map((tile) => (
          <li key={tile.key}>
            <OutputTileButton tile={tile} expected={expected} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OutputTileButton({ tile, expected }: { readonly tile: OutputTile; readonly expected: ExpectedDuration | null }) {
  switch (tile.kind) {
    case 'result':
      return (
        <button
          type="button"
          id={`made-${tile.result.id}`}
          className={styles.tile}
          aria-label={say('Open {title}, {index}', { title: tile.task.title, index: tile.result.index + 1 })}
          // Lets the user drop a result onto a media field of the form above.
          draggable
          onDragStart={(event) => event.dataTransfer.setData(itemDragType, tile.result.id)}
          onClick={() => navigate({ view: 'viewer', itemId: tile.result.id })}
        >
          <MediaCover
            medium={tile.result.medium}
            thumbnail={mediaPaths.thumbnail(tile.result.id)}
            source={mediaPaths.result(tile.result.id)}
            className={styles.fill}
          />
          {tile.result.medium === 'video' && (
            <span className={styles.corner}>
              <ImageBadge icon="video" />
            </span>
          )}
        </button>
      )
    case 'making':
      return <MakingTile task={tile.task} expected={expected} />
    case 'needs-faces': {
      const { icon, label } = phaseAppearance(tile.task)
      return (
        <button
          type="button"
          className={classNames(styles.tile, styles.needs)}
          onClick={() => navigate({ view: 'faces', taskId: tile.task.id })}
        >
          <Icon name={icon} size="l" />
          <span className="strong">{label}</span>
          <VisuallyHidden>{say(': {title}', { title: tile.task.title })}</VisuallyHidden>
        </button>
      )
    }
    case 'stopped': {
      const { icon, label } = phaseAppearance(tile.task)
      return (
        <button type="button" className={styles.tile} onClick={() => openTask(tile.task.id)}>
          <ProgressGlow isCold className={styles.fill}>
            <span className={styles.words}>
              <Icon name={icon} size="xs" />
              <span dir="auto" className="cut">
                {label}
              </span>
            </span>
          </ProgressGlow>
          <VisuallyHidden>{say(': {title}. Open in the queue', { title: tile.task.title })}</VisuallyHidden>
        </button>
      )
    }
  }
}

function MakingTile({ task, expected }: { readonly task: Task; readonly expected: ExpectedDuration | null }) {
  const now = useNow(1000)
  const { icon, label } = phaseAppearance(task)
  return (
    <button type="button" className={styles.tile} onClick={() => openTask(task.id)}>
      <ProgressGlow
        heat={task.phase === 'running' || task.phase === 'collecting' ? expectedProgress(task, expected, now) : 0}
        className={styles.fill}
      >
        <span className={styles.words}>
          <Icon name={icon} size="xs" />
          <span dir="auto" className="cut">
            {label}
          </span>
          {task.acceptedAt !== null && <span className={styles.elapsed}>{formatDuration(now - task.acceptedAt)}</span>}
        </span>
      </ProgressGlow>
      <VisuallyHidden>{say(': {title}. Open in the queue', { title: task.title })}</VisuallyHidden>
    </button>
  )
}
