import type { OutputGrid } from './fit-outputs.ts'
import { fitOutputs, tileGap } from './fit-outputs.ts'
import type { StageRun } from './stage-runs.ts'
import { isBatchRun } from './stage-runs.ts'

/** Height of a run's heading, and the space below a run, in CSS pixels. */
export const runHeaderHeight = 36
const runGap = 16
/** Height of the link above the runs in CSS pixels. */
export const allResultsHeight = 36
/** Minimum height of the newest run in CSS pixels. On a higher stage, the newest run fills the stage. */
const minNewestHeight = 96
/** Maximum height of an earlier run's outputs, as a fraction of the stage's height. Limited to a range in CSS pixels. */
const earlierShare = 0.34
const earlierLimits = { least: 120, most: 360 }
/** Size of the tile for a stopped run, which has text but no media. In CSS pixels. */
const noteSize = { width: 360, height: 160, leastHeight: 64 }
/** Shortest side of a batch's tiles, and height of the caption below each tile. In CSS pixels. A batch that doesn't fit scrolls. */
const batchTiles = { leastSide: 96, captionHeight: 20 }

/** Size of the stage’s content in CSS pixels. */
export type StageSize = { readonly width: number; readonly height: number }

/**
 * A row of the stage's list: a run, or one line of a large batch. It shows the outputs of `run` from index `from` (inclusive) to `until`
 * (exclusive). `height` is in CSS pixels. For a run's first line, it includes the heading. For the last line, it includes the space below
 * the run.
 */
export type StageRow = {
  readonly key: string
  readonly run: number
  readonly from: number
  readonly until: number
  readonly grid: OutputGrid
  readonly captionHeight: number
  readonly height: number
}

/** Returns the rows of the stage’s list, oldest run first. */
export function stageRows(runs: readonly StageRun[], size: StageSize): readonly StageRow[] {
  return runs.flatMap((run, place) => rowsOf(run, place, place === runs.length - 1, size))
}

/**
 * Returns the rows of a run. A batch that is higher than the stage gets a row for each line of tiles. Only the visible tiles are then
 * rendered.
 */
function rowsOf(run: StageRun, place: number, isNewest: boolean, size: StageSize): readonly StageRow[] {
  const grid = gridOf(run, isNewest, size)
  const captionHeight = isBatchRun(run) ? batchTiles.captionHeight : 0
  const count = run.outputs.length
  const head = runHeaderHeight
  const isSplit = grid.height > maxHeightOf(isNewest, size.height) && isBatchRun(run)
  if (!isSplit) return [{ key: run.key, run: place, from: 0, until: count, grid, captionHeight, height: head + grid.height + runGap }]
  return Array.from({ length: Math.ceil(count / grid.columns) }, (_, line) => {
    const from = line * grid.columns
    const until = Math.min(count, from + grid.columns)
    const above = line === 0 ? head : 0
    const below = until === count ? runGap : tileGap
    const height = above + grid.tileHeight + captionHeight + below
    return { key: line === 0 ? run.key : `${run.key} ${from}`, run: place, from, until, grid, captionHeight, height }
  })
}

/**
 * Returns the grid of a run's outputs. A single player fills the stage, because its controls are below the media. The image of a task that
 * needs faces also fills the stage.
 */
function gridOf(run: StageRun, isNewest: boolean, { width, height }: StageSize): OutputGrid {
  const maxHeight = maxHeightOf(isNewest, height)
  if (isNote(run)) {
    const tileHeight = Math.min(noteSize.height, Math.max(noteSize.leastHeight, height - runHeaderHeight - runGap))
    return { columns: 1, tileWidth: Math.min(noteSize.width, width), tileHeight, height: tileHeight }
  }
  const isFilling = hasPlayer(run) || (run.outputs.length === 1 && run.outputs[0]?.kind === 'needs-faces')
  return isNewest && isFilling
    ? { columns: 1, tileWidth: width, tileHeight: maxHeight, height: maxHeight }
    : fitOutputs(run.outputs.length, run.ratio, width, maxHeight, isBatchRun(run) ? batchTiles : undefined)
}

function isNote({ outputs }: StageRun): boolean {
  return outputs.length === 1 && outputs[0]?.kind === 'stopped'
}

/** True if the run's output plays in place while the run is the newest. */
export function hasPlayer({ outputs }: StageRun): boolean {
  const [output] = outputs
  return outputs.length === 1 && output?.kind === 'result' && output.result.medium !== 'image'
}

function maxHeightOf(isNewest: boolean, stageHeight: number): number {
  if (isNewest) return Math.max(minNewestHeight, stageHeight - runHeaderHeight - runGap)
  return Math.min(earlierLimits.most, Math.max(earlierLimits.least, Math.round(stageHeight * earlierShare)))
}

/**
 * Returns the scroll position that shows the end of the newest run. If the run is higher than the stage, returns the position of its start.
 * `linkHeight` is the height of the link above the runs. All lengths are in CSS pixels.
 */
export function newestRunScrollTop(rows: readonly StageRow[], stageHeight: number, linkHeight: number): number {
  const heightOf = (some: readonly StageRow[]): number => some.reduce((total, { height }) => total + height, 0)
  const newest = rows.at(-1)?.run
  const start = linkHeight + heightOf(rows.filter(({ run }) => run !== newest))
  const end = linkHeight + heightOf(rows) - stageHeight
  return Math.max(0, end > start ? start - runGap : end)
}
