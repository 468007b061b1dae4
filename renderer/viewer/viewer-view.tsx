import { useCallback, useEffect, useState } from 'react'
import { fieldsOf } from '../../shared/fields.ts'
import type { Capability } from '../../shared/capability.ts'
import type { RequestName, RequestOutputs } from '../../shared/ipc.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Result, Task } from '../../shared/task.ts'
import { request } from '../bridge/kiln.ts'
import { useCapability, useTaskListState } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LiveRegion, useAnnounce } from '../ui/live-region.tsx'
import { useToast } from '../ui/toasts.tsx'
import { View } from '../ui/view.tsx'
import { ImageStage } from './image-stage.tsx'
import { areSameNeighbours, neighboursOf } from './neighbours.ts'
import { OtherStage } from './other-stage.tsx'
import { RecipeInspector } from './recipe-inspector.tsx'
import { ResultStrip } from './result-strip.tsx'
import { useStageView } from './use-stage-view.ts'
import styles from './viewer-view.module.css'
import type { ViewerViewProps } from './viewer-view-props.ts'
import type { Extent } from './zoom.ts'

/** One result, large, with its recipe beside it. */
export function ViewerView(props: ViewerViewProps) {
  const { itemId, onBack } = props
  const task = useTaskSummary(
    useCallback((all: readonly Task[]) => all.find(({ results }) => results.some(({ id }) => id === itemId)) ?? null, [itemId])
  )
  const list = useTaskListState()
  const result = task?.results.find(({ id }) => id === itemId)
  if (task !== null && result !== undefined) return <Shown key={result.id} {...props} task={task} result={result} />
  return (
    <View
      isLeftmost
      isStage
      label="Viewer"
      bar={
        <>
          <BackButton onBack={onBack} />
          <h1 className="strong">Viewer</h1>
        </>
      }
    >
      {list.state !== 'loading' && (
        <EmptyState isCold title="Kiln does not know this" actions={<Button onClick={onBack}>Back</Button>}>
          No task in the queue made it.
        </EmptyState>
      )}
    </View>
  )
}

function Shown({
  task,
  result,
  itemId,
  onBack,
  onRemix,
  onShow,
  onOpenTask
}: ViewerViewProps & { readonly task: Task; readonly result: Result }) {
  const capability = useCapability(task.capability)
  const announce = useAnnounce()
  const toast = useToast()
  const [measured, setMeasured] = useState<Extent | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const { previousId, nextId } = useTaskSummary(
    useCallback((all: readonly Task[]) => neighboursOf(all, itemId), [itemId]),
    areSameNeighbours
  )
  const isPicture = result.medium === 'image'
  const stage = useStageView(measured)
  const inputs = useInputs(task, capability)

  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isForAControl(event)) return
      const moves: Record<string, (() => void) | undefined> = {
        Escape: onBack,
        ArrowLeft: previousId === null ? undefined : () => onShow(previousId),
        ArrowRight: nextId === null ? undefined : () => onShow(nextId),
        '+': () => stage.step(1),
        '=': () => stage.step(1),
        '-': () => stage.step(-1),
        0: stage.fit,
        1: stage.showPixels
      }
      const move = moves[event.key]
      if (move === undefined) return
      event.preventDefault()
      move()
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  })

  /** Says how it went, where it can't be seen. */
  async function tell<Name extends RequestName>(asked: Promise<Outcome<RequestOutputs[Name]>>, words: string): Promise<void> {
    const outcome = await asked
    if (!outcome.ok)
      return toast({ title: outcome.message, tone: 'failed', icon: 'warning', ...(outcome.advice !== null && { words: outcome.advice }) })
    if (outcome.value !== null || words === 'Copied') toast({ title: words, icon: 'check', tone: 'done' })
    announce(words)
  }
  const saveAs = (): void => void tell<'result.saveAs'>(request('result.saveAs', { id: result.id }), 'Saved')
  const copy = (): void => void tell<'result.copy'>(request('result.copy', { id: result.id }), 'Copied')
  const showInFolder = (): void =>
    void tell<'result.showInFolder'>(request('result.showInFolder', { id: result.id }), 'Shown in its folder')
  const percent = stage.view === null ? null : Math.round(stage.view.scale * globalThis.devicePixelRatio * 100)

  return (
    <View
      isLeftmost
      isStage
      label={task.title}
      bar={
        <>
          <BackButton onBack={onBack} />
          <div className={styles.title}>
            <h1 className="strong cut">{task.title}</h1>
            {task.results.length > 1 && (
              <span className={`ink-2 ${styles.place}`}>
                {result.index + 1} of {task.results.length}
              </span>
            )}
          </div>
          <span className="grow" />
          <IconButton
            label="Previous"
            icon="chevron-left"
            shortcut="←"
            tooltipSide="bottom"
            notReady={previousId === null}
            onClick={() => previousId !== null && onShow(previousId)}
          />
          <IconButton
            label="Next"
            icon="chevron-right"
            shortcut="→"
            tooltipSide="bottom"
            notReady={nextId === null}
            onClick={() => nextId !== null && onShow(nextId)}
          />
          {isPicture && !isMissing && (
            <div className={styles.zoom}>
              <IconButton label="Smaller" icon="zoom-out" shortcut="−" tooltipSide="bottom" onClick={() => stage.step(-1)} />
              <Button
                size="small"
                look="quiet"
                className={styles.percent}
                aria-label={`Zoom ${percent ?? 100} %; show single pixels`}
                onClick={stage.showPixels}
              >
                {percent ?? '…'} %
              </Button>
              <IconButton label="Larger" icon="zoom-in" shortcut="+" tooltipSide="bottom" onClick={() => stage.step(1)} />
              <Button
                size="small"
                look={stage.view?.isFitted === false ? 'quiet' : 'plain'}
                aria-pressed={stage.view?.isFitted !== false}
                onClick={stage.fit}
              >
                Fit
              </Button>
            </div>
          )}
          {percent !== null && <LiveRegion>{`Zoom ${percent} %`}</LiveRegion>}
        </>
      }
      inspector={
        <RecipeInspector
          task={task}
          result={result}
          capability={capability}
          isMissing={isMissing}
          onRemix={() => onRemix(task.id)}
          onOpenTask={() => onOpenTask(task.id)}
          onCopy={copy}
          onSaveAs={saveAs}
          onShowInFolder={showInFolder}
        />
      }
    >
      {isMissing ? (
        <EmptyState
          icon="image-off"
          title="The file is not there"
          actions={<Button onClick={() => onOpenTask(task.id)}>Show its task</Button>}
        >
          It was at {result.path}. It was moved, renamed or deleted, or its drive is not connected.
        </EmptyState>
      ) : isPicture ? (
        <ImageStage
          src={mediaPaths.result(result.id)}
          alt={task.title}
          stage={stage}
          onMeasured={setMeasured}
          onMissing={() => setIsMissing(true)}
        />
      ) : (
        <OtherStage task={task} result={result} onMissing={() => setIsMissing(true)} onSaveAs={saveAs} onShowInFolder={showInFolder} />
      )}
      {task.results.length > 1 || inputs.length > 0 ? (
        <ResultStrip results={task.results} shownId={result.id} inputs={inputs} onShow={onShow} />
      ) : (
        <div className={styles.single} />
      )}
    </View>
  )
}

function BackButton({ onBack }: { readonly onBack: () => void }) {
  return <IconButton label="Back" icon="chevron-left" shortcut="Esc" tooltipSide="bottom" onClick={onBack} />
}

/** The files that it was made from, as far as they are still there. */
function useInputs(
  task: Task,
  capability: Capability | null
): readonly { readonly name: string; readonly media: RequestOutputs['media.reopen'][number]['media'] }[] {
  const [reopened, setReopened] = useState<RequestOutputs['media.reopen']>([])
  const hasMedia =
    capability !== null &&
    fieldsOf(capability, task.values).some(
      (field) =>
        (field.kind === 'media' || field.kind === 'group' || field.kind === 'list') &&
        (task.values[field.name] ?? (field.kind === 'media' ? task.values[field.alsoNamed ?? ''] : undefined)) !== undefined
    )
  const { id } = task
  useEffect(() => {
    if (!hasMedia) return
    let isCurrent = true
    void request('media.reopen', { taskId: id }).then((outcome) => {
      if (isCurrent && outcome.ok) setReopened(outcome.value)
    })
    return () => {
      isCurrent = false
    }
  }, [id, hasMedia])
  if (capability === null) return []
  const fields = fieldsOf(capability, task.values)
  return reopened.map(({ field: name, index, media }) => {
    const field = fields.find((candidate) => candidate.kind === 'media' && (candidate.name === name || candidate.alsoNamed === name))
    return { name: field?.kind === 'media' && field.isMany ? `${field.medium ?? 'file'} ${index + 1}` : (field?.label ?? name), media }
  })
}

/** Arrows belong to sliders, players and lists; Escape to menus; letters to text. */
function isForAControl(event: KeyboardEvent): boolean {
  const { target } = event
  if (document.querySelector('[role=menu], [role=dialog]')) return true
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, video, audio, [role=radio]'))
  )
}
