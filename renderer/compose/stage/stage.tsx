import type { KeyboardEvent } from 'react'
import { memo, useCallback, useDeferredValue, useLayoutEffect, useMemo, useState } from 'react'
import type { Capability } from '../../../shared/form/capability.ts'
import { allFieldsOf, outputCount } from '../../../shared/form/fields.ts'
import { pressedShortcut } from '../../../shared/app/pressed-shortcut.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { Task } from '../../../shared/task/task.ts'
import { areSameItems, useTaskSummary } from '../../bridge/use-tasks.ts'
import { handleShortcut } from '../../shortcuts/handle-shortcut.ts'
import { useRegisterMenuActions } from '../../shortcuts/menu-action-handlers.ts'
import { expectedDuration } from '../../tasks/expected-duration.ts'
import { ContextMenu } from '../../ui/context-menu.tsx'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { useIsSettled } from '../../ui/use-is-settled.ts'
import { useRaiseToasts } from '../../ui/use-raise-toasts.ts'
import { AllResultsLink } from './all-results-link.tsx'
import { StageLargeView } from './stage-large-view.tsx'
import { StageActionBar } from './stage-action-bar.tsx'
import { StageRunRow } from './stage-run-row.tsx'
import type { StageOutput, StageRun } from './stage-runs.ts'
import { stageRuns } from './stage-runs.ts'
import styles from './stage.module.css'
import type { StagePosition, StageStep } from './use-stage-cursor.ts'
import { outputAt, positionAfter, positionOf, positionOfKey, resultAfter, useStageCursor } from './use-stage-cursor.ts'
import { usePublishStageSelection } from './stage-selection.ts'
import { type StageActions, useStageActions } from './use-stage-actions.ts'
import { useStageList } from './use-stage-list.ts'
import { useStagePlayback } from './use-stage-playback.ts'

export type StageProps = {
  readonly capability: Capability
  /** The form’s tasks, newest first. */
  readonly tasks: readonly Task[]
  /** Moves the focus from the stage to the form. Must be stable, so that typing in the form doesn’t re-render the stage. */
  readonly onLeave: () => void
  /** Shows all results of a capability in the library. Must be stable. */
  readonly onShowAll: (capabilityId: string) => void
}

type KeyboardEventOfWindow = WindowEventMap['keydown']

const steps: { readonly [key: string]: StageStep } = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last'
}

/** Returns the tasks of a form, newest first. */
export function useFormTasks(capabilityId: string): readonly Task[] {
  return useTaskSummary(
    useCallback((all: readonly Task[]) => all.filter((task) => task.capability === capabilityId), [capabilityId]),
    areSameItems
  )
}

/** Renders an empty stage first, and the runs in the next frame. Runs therefore hardly delay the opening of a form. */
export function DeferredStage(props: StageProps) {
  const isDue = useDeferredValue(true, false)
  return isDue ? <Stage {...props} /> : <div className={styles.frame} />
}

/** The runs of a form: running tasks and results. The newest run is at the end and as large as possible. */
const Stage = memo(function Stage({ capability, tasks, onLeave, onShowAll }: StageProps) {
  // The output-count field is the same in every mode. It therefore also applies to tasks that were sent in other modes.
  const fields = useMemo(() => allFieldsOf(capability), [capability])
  const runs = useMemo(() => stageRuns(tasks, capability, (task) => outputCount(fields, task.values)), [tasks, capability, fields])
  const expected = useMemo(() => expectedDuration(tasks, capability.id), [tasks, capability])
  const isSettled = useIsSettled(capability.id, null)
  const cursor = useStageCursor(runs)
  const list = useStageList(runs, cursor.position, isSettled, cursor.reset)
  const { scroller, virtualizer, rows, linkHeight, columnsOf, isNear, scrollTo } = list
  const playback = useStagePlayback(runs, isNear, focusOutput)
  // A toast over the prompt would interrupt the user's work.
  useRaiseToasts(scroller, 'over')
  const actions = useStageActions(capability)
  const large = useLargeOutput(runs, cursor.move, scrollTo)
  // While the large view covers the stage, the actions apply to the result in the large view. The cursor may be elsewhere, because a new
  // run can move it.
  useOfferActions(large.shown ?? cursor.current, actions)

  const currentOutput = cursor.current?.output ?? null
  useEscapeFromPrompt(currentOutput === null ? null : () => focusOutput(currentOutput))
  function goTo(step: StageStep): StageOutput | null {
    if (cursor.position === null) return null
    const to = positionAfter(runs, cursor.position, step, columnsOf)
    const next = outputAt(runs, to)
    if (next === null) return null
    cursor.move(next.output)
    scrollTo(to)
    return next.output
  }
  function pressKey(event: KeyboardEvent): void {
    const { current } = cursor
    if (current === null || !(event.target instanceof Element) || event.target.closest('[data-output]') === null) return
    const { output } = current
    const itemId = output.kind === 'result' ? output.result.id : null
    const isHandled = handleShortcut('stage', event, {
      move: ({ key }) => {
        const next = goTo(steps[key] ?? 'next')
        if (next !== null) focusOutput(next)
      },
      large: itemId === null ? undefined : () => showLarge(output),
      prompt: onLeave,
      stars: itemId === null ? undefined : ({ key }) => actions.rate(itemId, Number(key)),
      trash: itemId === null ? undefined : () => actions.trash(itemId),
      undo: actions.undoLast
    })
    if (isHandled) event.stopPropagation()
  }
  function showLarge(output: StageOutput): void {
    playback.stop()
    large.show(output)
  }

  return (
    <div className={styles.frame}>
      {/* The large view covers the stage, so Tab must not reach the stage. */}
      <div inert={large.shown?.output.kind === 'result'} className={styles.covered}>
        <ScrollArea ref={scroller} label={say('Results')} className={styles.scroller}>
          {linkHeight > 0 && <AllResultsLink capabilityId={capability.id} isSettled={isSettled} onShowAll={onShowAll} />}
          <ContextMenu
            label={say('Result')}
            itemsFor={(target) => {
              const key = target.closest<HTMLElement>('[data-output]')?.dataset['output'] ?? null
              const found = key === null ? null : outputAt(runs, positionOf(runs, key))
              if (found === null) return []
              cursor.move(found.output)
              return actions.menuItems(found.run, found.output)
            }}
          >
            <div
              role="list"
              aria-label={say('Runs')}
              className={styles.runs}
              style={{ height: virtualizer.getTotalSize() }}
              onKeyDown={pressKey}
              onPlayCapture={playback.playOnlyOne}
            >
              {virtualizer.getVirtualItems().map(({ index, key, start }) => {
                const row = rows[index]
                const run = row === undefined ? undefined : runs[row.run]
                return run === undefined || row === undefined ? null : (
                  <StageRunRow
                    key={key}
                    run={run}
                    capability={capability}
                    row={row}
                    start={start - linkHeight}
                    isNewest={row.run === runs.length - 1}
                    currentKey={cursor.position?.run === row.run ? (cursor.current?.output.key ?? null) : null}
                    expected={expected}
                    actions={actions}
                    playingKey={playback.position?.run === row.run ? playback.key : null}
                    onCurrent={cursor.move}
                    onPlay={playback.play}
                    onClosePlayer={playback.close}
                  />
                )
              })}
            </div>
          </ContextMenu>
        </ScrollArea>
        {cursor.current?.output.kind === 'result' && (
          <StageActionBar run={cursor.current.run} output={cursor.current.output} isSettled={isSettled} />
        )}
      </div>
      {large.shown?.output.kind === 'result' && (
        <StageLargeView run={large.shown.run} output={large.shown.output} actions={actions} onStep={large.step} onClose={large.close} />
      )}
    </div>
  )
})

/** State of the large view: the shown output, and functions that show, step and close. `move` moves the stage's cursor. */
function useLargeOutput(runs: readonly StageRun[], move: (to: StageOutput) => void, scrollTo: (position: StagePosition) => void) {
  const [key, setKey] = useState<string | null>(null)
  const position = positionOfKey(runs, key)
  const shown = outputAt(runs, position)
  function step(direction: StageStep): void {
    const to = position === null ? null : resultAfter(runs, position, direction)
    const next = outputAt(runs, to)
    if (to === null || next === null) return
    move(next.output)
    scrollTo(to)
    setKey(next.output.key)
  }
  function close(): void {
    setKey(null)
    if (shown !== null) focusOutput(shown.output)
  }
  return { shown, show: (output: StageOutput) => setKey(output.key), step, close }
}

/** Waits for the next frame, because the output's row may not be rendered yet. */
function focusOutput(output: StageOutput): void {
  requestAnimationFrame(() => document.getElementById(outputElementId(output))?.focus({ preventScroll: true }))
}

/** Offers the actions of a result in the app menu and the command palette. */
function useOfferActions(current: { readonly run: StageRun; readonly output: StageOutput } | null, actions: StageActions): void {
  const output = current?.output.kind === 'result' ? current.output : null
  usePublishStageSelection(output?.result.id ?? null)
  useRegisterMenuActions(current === null || output === null ? {} : actions.menuActions(current.run, output))
}

function outputElementId(output: StageOutput): string {
  return output.kind === 'result' ? `made-${output.result.id}` : `output-${output.key}`
}

/** Moves the focus from the prompt to the results on Escape. `goToResults` is null if there are no results. */
function useEscapeFromPrompt(goToResults: (() => void) | null): void {
  useLayoutEffect(() => {
    function keyDown(event: KeyboardEventOfWindow): void {
      const isInText = event.target instanceof Element && event.target.matches('[role=textbox]')
      if (goToResults === null || event.defaultPrevented || !isInText || isDialogOpen()) return
      if (pressedShortcut('form', event) !== 'results') return
      event.preventDefault()
      goToResults()
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })
}
