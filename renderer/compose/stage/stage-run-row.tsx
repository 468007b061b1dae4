import type { CSSProperties } from 'react'
import { memo, useMemo } from 'react'
import type { Capability } from '../../../shared/form/capability.ts'
import { say } from '../../../shared/i18n/say.ts'
import { RepeatPrice } from '../../actions/repeat-price.tsx'
import { isSmallThumbnailBlurred } from '../../media/is-small-thumbnail-blurred.ts'
import type { ExpectedDuration } from '../../tasks/expected-duration.ts'
import { InputCover } from '../../tasks/input-cover.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatTime } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { tileGap } from './fit-outputs.ts'
import { BatchHeader } from './batch-header.tsx'
import { RunChangeList } from './run-change-list.tsx'
import { runChanges } from './run-changes.ts'
import { StageOutputCell } from './stage-output-cell.tsx'
import type { StageRow } from './stage-rows.ts'
import { hasPlayer, runHeaderHeight } from './stage-rows.ts'
import type { StageOutput, StageRun } from './stage-runs.ts'
import { captionOf, comparedIds, isBatchRun } from './stage-runs.ts'
import styles from './stage.module.css'
import { useRunTitle } from './use-run-title.ts'
import type { StageActions } from './use-stage-actions.ts'
import { originOf } from './use-stage-actions.ts'

/** Minimum width of a tile for stars under the pointer, in CSS pixels. */
const leastWidthForStars = 180

type StageRunRowProps = {
  readonly run: StageRun
  readonly capability: Capability
  readonly row: StageRow
  /** Distance from the start of the list in CSS pixels. */
  readonly start: number
  readonly isNewest: boolean
  /** Key of the output at the cursor. Null if the cursor is in another run. */
  readonly currentKey: string | null
  readonly expected: ExpectedDuration | null
  readonly actions: StageActions
  /** The key of the output that plays in its tile. Null if it is in another run. */
  readonly playingKey: string | null
  readonly onCurrent: (output: StageOutput) => void
  readonly onPlay: (output: StageOutput) => void
  readonly onClosePlayer: (output: StageOutput) => void
}

/** A run with its changes and outputs, or one line of a large batch. */
export const StageRunRow = memo(function StageRunRow({
  run,
  capability,
  row: { from, until, grid, captionHeight },
  start,
  isNewest,
  currentKey,
  expected,
  actions,
  playingKey,
  onCurrent,
  onPlay,
  onClosePlayer
}: StageRunRowProps) {
  const isBatch = isBatchRun(run)
  const title = useRunTitle(run)
  // A batch with small tiles shows thumbnails instead of whole files.
  const isLarge = isNewest && (!isBatch || isSmallThumbnailBlurred(Math.max(grid.tileWidth, grid.tileHeight)))
  return (
    <section
      role="listitem"
      aria-label={from === 0 ? title : say('{title}, {from, number} to {until, number}', { title, from: from + 1, until })}
      className={classNames(styles.run, isNewest && styles.newest)}
      style={{ transform: `translateY(${start}px)` }}
    >
      {from === 0 &&
        (isBatch ? <BatchHeader run={run} actions={actions} /> : <RunHead run={run} capability={capability} actions={actions} />)}
      <ul
        className={styles.outputs}
        style={{
          gridTemplateColumns: `repeat(${grid.columns}, ${grid.tileWidth}px)`,
          gridAutoRows: grid.tileHeight + captionHeight,
          gap: tileGap
        }}
      >
        {run.outputs.slice(from, until).map((output) => (
          <li key={output.key} className={styles.output}>
            <div className={styles.cell} style={{ height: grid.tileHeight }}>
              <StageOutputCell
                run={run}
                output={output}
                isPlayer={isNewest && hasPlayer(run)}
                isLarge={isLarge}
                isCurrent={output.key === currentKey}
                expected={expected}
                actions={actions}
                canRate={grid.tileWidth >= leastWidthForStars}
                isPlaying={output.key === playingKey}
                onCurrent={() => onCurrent(output)}
                onPlay={() => onPlay(output)}
                onClosePlayer={() => onClosePlayer(output)}
              />
            </div>
            {isBatch && <Caption text={captionOf(run, output.task)} />}
          </li>
        ))}
      </ul>
    </section>
  )
})

/** Caption that distinguishes a batch row from the others. Hidden from screen readers, because the tile's name says the same. */
function Caption({ text }: { readonly text: string | null }) {
  return (
    <p aria-hidden="true" dir="auto" className={classNames('cut', styles.caption)} title={text ?? undefined}>
      {text}
    </p>
  )
}

function RunHead({ run, capability, actions }: Pick<StageRunRowProps, 'run' | 'capability' | 'actions'>) {
  const { previous } = run
  const [task] = run.tasks
  const changes = useMemo(() => runChanges(task, previous, capability), [task, previous, capability])
  return (
    <header className={styles.head} style={{ height: runHeaderHeight }}>
      <InputCover task={task} className={styles.madeFrom}>
        {null}
      </InputCover>
      <span
        dir="auto"
        className={classNames('cut', styles.prompt)}
        style={{ '--letters': `${task.title.length}ch` } as CSSProperties}
        title={task.title}
      >
        {changes.prompt.length === 0 ? task.title : <ChangedWords parts={changes.prompt} />}
      </span>
      <RunChangeList changes={changes.settings} />
      <span className="grow" />
      <span className={styles.time}>{formatTime(task.createdAt)}</span>
      <RunButtons run={run} actions={actions} />
    </header>
  )
}

/** Buttons for pointer users. Keyboard users have the same actions in an output's context menu. */
function RunButtons({ run, actions }: Pick<StageRunRowProps, 'run' | 'actions'>) {
  const [task] = run.tasks
  const compared = comparedIds(run)
  return (
    <span className={styles.buttons}>
      <Button
        variant="quiet"
        size="small"
        icon="refresh"
        title={say('Run again')}
        tabIndex={-1}
        className={styles.runAgain}
        price={<RepeatPrice way="again" origin={originOf(task)} />}
        onClick={() => actions.runAgain(task)}
      >
        <span className={styles.runAgainText}>{say('Run again')}</span>
      </Button>
      <IconButton label={say('Remix')} icon="remix" size="small" tabIndex={-1} onClick={() => actions.openForm(task)} />
      {task.can.hide && task.results.length === 0 && (
        <IconButton label={say('Hide')} icon="hide" size="small" tabIndex={-1} onClick={() => actions.hide(task)} />
      )}
      {compared !== null && (
        <IconButton
          label={task.results.length > 1 ? say('Compare') : say('Compare with the previous run')}
          icon="compare"
          size="small"
          tabIndex={-1}
          onClick={() => actions.compare(compared)}
        />
      )}
    </span>
  )
}

function ChangedWords({ parts }: { readonly parts: readonly { readonly text: string; readonly isDifferent: boolean }[] }) {
  let start = 0
  return parts.map(({ text, isDifferent }) => {
    const key = start
    start += text.length
    return isDifferent ? (
      <mark key={key} className={styles.changedWord}>
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    )
  })
}
