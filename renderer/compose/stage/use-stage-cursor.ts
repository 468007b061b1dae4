import { useCallback, useState } from 'react'
import type { StageOutput, StageRun } from './stage-runs.ts'

/** Position of an output on the stage. `run` is the index of its run, and `output` its index within that run. */
export type StagePosition = { readonly run: number; readonly output: number }

/** Returns the position of the output with this key. Null if there is no such output, or if `key` is null. */
export function positionOfKey(runs: readonly StageRun[], key: string | null): StagePosition | null {
  for (let run = runs.length - 1; key !== null && run >= 0; run -= 1) {
    const output = runs[run]?.outputs.findIndex((one) => one.key === key) ?? -1
    if (output >= 0) return { run, output }
  }
  return null
}

/**
 * Returns the position of the output with this key. If `key` is null or the output is gone, returns the first output of the newest run.
 * Null if the stage has no outputs.
 */
export function positionOf(runs: readonly StageRun[], key: string | null): StagePosition | null {
  const found = positionOfKey(runs, key)
  if (found !== null) return found
  const newest = runs.findLastIndex(({ outputs }) => outputs.length > 0)
  return newest < 0 ? null : { run: newest, output: 0 }
}

export type StageStep = 'previous' | 'next' | 'up' | 'down' | 'first' | 'last'

/**
 * Returns the position after a step. Left and right continue in the neighbouring run. Up and down do so from a run’s first and last line.
 * `columnsOf` returns the number of outputs in a line of a run. Without `columnsOf`, each run is one line.
 */
export function positionAfter(
  runs: readonly StageRun[],
  from: StagePosition,
  step: StageStep,
  columnsOf = (run: number): number => runs[run]?.outputs.length ?? 1
): StagePosition {
  const filled = runs.flatMap(({ outputs }, run) => (outputs.length > 0 ? [run] : []))
  const runAt = (offset: number): number => filled[Math.min(filled.length - 1, Math.max(0, filled.indexOf(from.run) + offset))] ?? from.run
  const countOf = (run: number): number => runs[run]?.outputs.length ?? 0
  switch (step) {
    case 'previous': {
      const run = from.output > 0 ? from.run : runAt(-1)
      return from.output > 0 || run === from.run ? { run, output: Math.max(0, from.output - 1) } : { run, output: countOf(run) - 1 }
    }
    case 'next': {
      const isLast = from.output >= countOf(from.run) - 1
      const run = isLast ? runAt(1) : from.run
      return run === from.run ? { run, output: Math.min(countOf(run) - 1, from.output + 1) } : { run, output: 0 }
    }
    case 'up': {
      const columns = columnsOf(from.run)
      if (from.output >= columns) return { run: from.run, output: from.output - columns }
      const run = runAt(-1)
      if (run === from.run) return from
      const last = countOf(run) - 1
      return { run, output: Math.min(last, last - (last % columnsOf(run)) + Math.min(from.output, columnsOf(run) - 1)) }
    }
    case 'down': {
      const columns = columnsOf(from.run)
      const last = countOf(from.run) - 1
      if (from.output < last - (last % columns)) return { run: from.run, output: Math.min(last, from.output + columns) }
      const run = runAt(1)
      return run === from.run ? from : { run, output: Math.min(from.output % columns, countOf(run) - 1) }
    }
    case 'first':
      return { run: filled[0] ?? from.run, output: 0 }
    case 'last': {
      const run = filled.at(-1) ?? from.run
      return { run, output: countOf(run) - 1 }
    }
  }
}

/** Returns the position of the next result in a direction. Null if no result follows. */
export function resultAfter(runs: readonly StageRun[], from: StagePosition, step: StageStep): StagePosition | null {
  const to = positionAfter(runs, from, step)
  if (to.run === from.run && to.output === from.output) return null
  return outputAt(runs, to)?.output.kind === 'result' ? to : resultAfter(runs, to, step)
}

export function outputAt(runs: readonly StageRun[], position: StagePosition | null): { run: StageRun; output: StageOutput } | null {
  const run = position === null ? undefined : runs[position.run]
  const output = position === null ? undefined : run?.outputs[position.output]
  return run === undefined || output === undefined ? null : { run, output }
}

/** Cursor of the stage. It stays on its output when runs are added above or below. `reset` moves it to the newest run. */
export function useStageCursor(runs: readonly StageRun[]) {
  const [key, setKey] = useState<string | null>(null)
  const position = positionOf(runs, key)
  const move = useCallback((to: StageOutput) => setKey(to.key), [])
  const reset = useCallback(() => setKey(null), [])
  return { position, current: outputAt(runs, position), move, reset }
}
