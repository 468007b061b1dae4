import type { ReactNode } from 'react'
import { useMemo, useRef, useState } from 'react'
import { assertNever } from '../../../shared/assert-never.ts'
import { allFieldsOf } from '../../../shared/form/fields.ts'
import { say } from '../../../shared/i18n/say.ts'
import { joinPhrases } from '../../../shared/i18n/join.ts'
import type { Stars } from '../../../shared/library/library.ts'
import { mediaPaths } from '../../../shared/library/media-paths.ts'
import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { TileActions } from '../../actions/tile-actions.tsx'
import { useTileActionsShown } from '../../actions/use-tile-actions-shown.ts'
import { useCapability } from '../../bridge/use-session.ts'
import { itemDragType } from '../../media/item-drag.ts'
import { useItemDetails } from '../../media/item-store.ts'
import { starText } from '../../media/star-text.ts'
import { openTask } from '../../navigation/open-task.ts'
import { navigate } from '../../navigation/route.ts'
import type { ExpectedDuration } from '../../tasks/expected-duration.ts'
import { expectedProgress } from '../../tasks/expected-duration.ts'
import { InputCover } from '../../tasks/input-cover.tsx'
import { phaseAppearance } from '../../tasks/phase-appearance.ts'
import { failureReasonText } from '../../tasks/failure-reason-text.ts'
import { ImageBadge } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatDuration } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ImageFrame } from '../../ui/image-frame.tsx'
import { VisuallyHidden } from '../../ui/live-region.tsx'
import { MediaCover } from '../../ui/media-cover.tsx'
import { ProgressGlow } from '../../ui/progress-glow.tsx'
import { TileStarRating } from '../../ui/tile-star-rating.tsx'
import { useNow } from '../../ui/use-now.ts'
import { StagePlayer, StageTilePlayer } from './stage-player.tsx'
import type { StageOutput, StageRun } from './stage-runs.ts'
import { positionAmongResults, rowNameOf } from './stage-runs.ts'
import styles from './stage.module.css'
import type { StageActions } from './use-stage-actions.ts'

type CellProps = {
  readonly run: StageRun
  /** True to play media in place. Images are never played. */
  readonly isPlayer: boolean
  /** True while the output plays in its tile. */
  readonly isPlaying: boolean
  /** True to show the whole file instead of its thumbnail. */
  readonly isLarge: boolean
  /** True for the output that the Tab key reaches. */
  readonly isCurrent: boolean
  /** True if stars for rating appear under the pointer. */
  readonly canRate: boolean
  readonly expected: ExpectedDuration | null
  readonly actions: StageActions
  readonly onCurrent: () => void
  /** Plays the output in its tile. */
  readonly onPlay: () => void
  readonly onClosePlayer: () => void
}

/** One output on the stage. */
export function StageOutputCell({ output, ...props }: CellProps & { readonly output: StageOutput }) {
  const { run, isCurrent, onCurrent } = props
  const { task } = output
  const title = joinPhrases(task.title, rowNameOf(run, task))
  const common = { tabIndex: isCurrent ? 0 : -1, 'data-output': output.key, onFocus: onCurrent } as const
  switch (output.kind) {
    case 'result':
      return <ResultCell {...props} task={task} result={output.result} title={title} common={common} />
    case 'pending':
      return <PendingCell task={task} title={title} expected={props.expected} id={`output-${output.key}`} common={common} />
    case 'needs-faces':
      return <NeedsFacesCell task={task} title={title} id={`output-${output.key}`} common={common} />
    case 'stopped': {
      const { icon, label } = phaseAppearance(task)
      return (
        <button {...common} type="button" id={`output-${output.key}`} className={styles.tile} onClick={() => openTask(task.id)}>
          <ProgressGlow isCold className={styles.fill}>
            <span className={styles.words}>
              <Icon name={icon} size="xs" />
              <span dir="auto" className="cut">
                {label}
              </span>
            </span>
            {task.failure !== null && (
              <span dir="auto" className={styles.reason}>
                {failureReasonText(task.failure)}
              </span>
            )}
          </ProgressGlow>
          <VisuallyHidden>{say(': {title}. Open in the queue', { title })}</VisuallyHidden>
        </button>
      )
    }
    default:
      return assertNever(output)
  }
}

/** `title` is the title of the output’s task. In a batch, it also contains the row's name. */
type OwnProps = { readonly task: Task; readonly title: string; readonly common: CommonProps }

/** Props of an output that doesn't exist yet. */
type TaskCellProps = OwnProps & { readonly id: string }

type CommonProps = { readonly tabIndex: number; readonly 'data-output': string; readonly onFocus: () => void }

function ResultCell({
  run,
  task,
  result,
  title,
  isPlayer,
  isPlaying,
  isLarge,
  isCurrent,
  canRate,
  actions,
  onCurrent,
  onPlay,
  onClosePlayer,
  common
}: CellProps & OwnProps & { readonly result: TaskResult }) {
  const isAlone = run.outputs.length === 1
  const details = useItemDetails(result.id)
  // A new result isn't in the library at first. It therefore counts as removed only if the library has had it before.
  const [wasInLibrary, setWasInLibrary] = useState(false)
  if (details && !wasInLibrary) setWasInLibrary(true)
  const stars = details?.stars ?? 0
  const { index } = positionAmongResults(run, result)
  const label = joinPhrases(say('Open {title}, {index}', { title: task.title, index }), rowNameOf(run, task))
  const open = (): void => navigate({ view: 'viewer', itemId: result.id })
  // A press focuses the tile, so the tile is always current when the click follows. This ref records whether it was current before the
  // press.
  const wasCurrentAtPress = useRef(false)
  if (details === null && wasInLibrary) {
    return (
      <button
        {...common}
        type="button"
        id={`made-${result.id}`}
        className={classNames(styles.tile, styles.removed)}
        onClick={() => openTask(task.id)}
      >
        <Icon name="trash" size="l" />
        <span>{say('Not in the library')}</span>
        <VisuallyHidden>{say(': {title}. Open in the queue', { title })}</VisuallyHidden>
      </button>
    )
  }
  if (isPlayer) {
    return (
      <div className={styles.player}>
        <StagePlayer task={task} result={result} />
        <button {...common} type="button" id={`made-${result.id}`} className={styles.openPlayer} aria-label={label} onClick={open}>
          <Icon name="full-screen" size="s" />
        </button>
      </div>
    )
  }
  if (isPlaying) {
    const { 'data-output': outputKey, ...button } = { ...common, id: `made-${result.id}`, label }
    return <StageTilePlayer {...button} task={task} result={result} outputKey={outputKey} onOpen={open} onClose={onClosePlayer} />
  }
  const tile = (
    <button
      {...common}
      type="button"
      id={`made-${result.id}`}
      className={classNames(styles.tile, isCurrent && !isAlone && styles.chosen)}
      aria-label={stars === 0 ? label : `${label}, ${starText(stars)}`}
      // Lets the user drag the result onto a media field of the form below.
      draggable
      onDragStart={(event) => event.dataTransfer.setData(itemDragType, result.id)}
      onPointerDown={() => {
        wasCurrentAtPress.current = isCurrent
      }}
      // `detail` is 0 if the click comes from the keyboard.
      onClick={({ detail }) => {
        if (detail === 0 || (isAlone && wasCurrentAtPress.current)) open()
      }}
      onDoubleClick={open}
    >
      <TileMedia result={result} isLarge={isLarge} />
      {stars > 0 && (
        <span className={styles.bottomCorner}>
          <ImageBadge>{'★'.repeat(stars)}</ImageBadge>
        </span>
      )}
    </button>
  )
  const rate = canRate ? (given: number) => actions.rate(result.id, given) : null
  return (
    <>
      {details ? (
        <HoverTools result={result} isCurrent={isCurrent} stars={stars} onOpen={open} onRate={rate}>
          {tile}
        </HoverTools>
      ) : (
        tile
      )}
      {canPlayInTile(result) && (
        <span className={styles.topCorner}>
          <IconButton
            label={say('Play here')}
            icon="play"
            variant="media"
            size="small"
            tabIndex={common.tabIndex}
            onClick={() => {
              onCurrent()
              onPlay()
            }}
          />
        </span>
      )}
    </>
  )
}

function canPlayInTile({ medium }: TaskResult): boolean {
  return medium === 'video' || medium === 'audio'
}

/** Shows an image, or the cover of another medium. Only a video without a thumbnail needs a media element for its cover. */
function TileMedia({ result: { id, medium }, isLarge }: Pick<CellProps, 'isLarge'> & { readonly result: TaskResult }) {
  const [file, thumbnail] = [mediaPaths.result(id), mediaPaths.thumbnail(id)]
  return medium === 'image' ? (
    <ImageFrame src={isLarge ? file : thumbnail} alt="" fit="contain" className={styles.fill} />
  ) : (
    <MediaCover medium={medium} thumbnail={thumbnail} source={file} className={styles.fill} />
  )
}

type HoverToolsProps = {
  readonly result: TaskResult
  readonly isCurrent: boolean
  readonly stars: Stars
  readonly onOpen: () => void
  /** Null if the tile is too small for stars. */
  readonly onRate: ((stars: number) => void) | null
  /** The tile. */
  readonly children: ReactNode
}

/** Shows actions and stars on a tile under the pointer. Keyboard users have the action bar, Enter to open, and the digit keys to rate. */
function HoverTools({ result: { id, medium }, isCurrent, stars, onOpen, onRate, children }: HoverToolsProps) {
  const inputs = useMemo(() => [{ id, medium }], [id, medium])
  const { isShown, handlers } = useTileActionsShown()
  return (
    <div className={styles.hoverArea} {...handlers}>
      {children}
      {/* The bar below the stage already has the actions of the current output. */}
      {isShown && !isCurrent && (
        <TileActions
          items={inputs}
          tileOf={(area) => area.parentElement?.querySelector<HTMLElement>('[data-output]') ?? null}
          isTabbable={false}
          className={classNames(styles.tileActions, onRate !== null && styles.besideOpen)}
        />
      )}
      {onRate !== null && (
        <>
          <span aria-hidden="true" className={classNames(styles.endCorner, styles.onHover)}>
            <IconButton label={say('Open')} icon="full-screen" variant="media" size="small" tabIndex={-1} onClick={onOpen} />
          </span>
          <span aria-hidden="true" className={classNames(styles.bottomCorner, styles.onHover)}>
            <TileStarRating stars={stars} onStars={onRate} />
          </span>
        </>
      )}
    </div>
  )
}

/** Shows the photo or video whose faces must be chosen. A press opens the face selection. */
function NeedsFacesCell({ task, title, id, common }: TaskCellProps) {
  const { icon, label } = phaseAppearance(task)
  const capability = useCapability(task.capability)
  // The contract's first media field is the target. The others are the new faces.
  const target = capability === null ? undefined : allFieldsOf(capability).find((field) => field.kind === 'media')
  return (
    <button
      {...common}
      type="button"
      id={id}
      className={classNames(styles.tile, styles.needs)}
      onClick={() => navigate({ view: 'faces', taskId: task.id })}
    >
      <InputCover
        task={task}
        field={target?.name}
        isWhole={target?.kind === 'media' && target.medium === 'image'}
        className={classNames(styles.fill, styles.input)}
      >
        <span className={classNames(styles.fill, styles.noInput)} />
      </InputCover>
      <span className={styles.needsButton}>
        <Icon name={icon} size="s" />
        {label}
      </span>
      <VisuallyHidden>{say(': {title}', { title })}</VisuallyHidden>
    </button>
  )
}

function PendingCell({ task, title, expected, id, common }: TaskCellProps & { readonly expected: ExpectedDuration | null }) {
  const now = useNow(1000)
  const { icon, label } = phaseAppearance(task)
  const isGlowing = task.phase === 'running' || task.phase === 'collecting'
  return (
    <button {...common} type="button" id={id} className={styles.tile} onClick={() => openTask(task.id)}>
      <ProgressGlow heat={isGlowing ? expectedProgress(task, expected, now) : 0} className={styles.fill}>
        <span className={styles.words}>
          <Icon name={icon} size="xs" />
          <span dir="auto" className="cut">
            {label}
          </span>
          {task.acceptedAt !== null && <span className={styles.elapsed}>{formatDuration(now - task.acceptedAt)}</span>}
        </span>
      </ProgressGlow>
      <VisuallyHidden>{say(': {title}. Open in the queue', { title })}</VisuallyHidden>
    </button>
  )
}
