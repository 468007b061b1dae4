import { useCallback, useMemo, useState } from 'react'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Task, TaskResult } from '../../shared/task/task.ts'
import { useCapability } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { showInViewer } from '../navigation/route.ts'
import { defaultComparisonIds } from './default-comparison-ids.ts'
import { placementInFrame, placementOnPane } from './frame.ts'
import type { ResultSource } from './result-sources.ts'
import { useBlink } from './use-blink.ts'
import { useDecodedImages } from './use-decoded-images.ts'
import { useEyedropper } from './use-eyedropper.ts'
import { useFileLoadError } from '../players/use-file-load-error.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useLibraryItem } from '../media/use-library-item.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useFileActions } from '../media/use-file-actions.ts'
import type { LocatedResult } from './use-result-lookup.ts'
import { useResultSources } from './use-result-sources.ts'
import { useSlideShow } from './use-slide-show.ts'
import { useStageViewport } from '../zoom/use-stage-viewport.ts'
import { useTrashActions } from './use-trash-actions.ts'
import type { ViewMode } from './view-modes.ts'
import { activeViewMode } from './view-modes.ts'
import type { Extent } from '../zoom/zoom.ts'

export type ViewerState = ReturnType<typeof useViewerState>

/** Returns the viewer's state: the result, the available actions and the active modes. `among` is null to browse all results. */
export function useViewerState({ task, result, isInQueue, among }: LocatedResult & { readonly among: Uint32Array | null }) {
  const { id, medium } = result
  const capability = useCapability(task.capability)
  const { previous, next, around } = useNeighbours(id, isInQueue, among)
  const { values } = task
  const origin = useMemo(
    (): ValuesOrigin => ({ capability: task.capability, values, ...(isInQueue ? { taskId: task.id, resultId: id } : { itemId: id }) }),
    [task.capability, task.id, values, isInQueue, id]
  )
  const { trouble, report, forget } = useFileLoadError(id)
  const [wantedViewMode, setWantedViewMode] = useState<ViewMode>('result')
  const [beforeKey, setBeforeKey] = useState<string | null>(null)
  const [split, setSplit] = useState(0.5)
  const decodedImages = useDecodedImages()
  const sources = useResultSources(task, capability, isInQueue ? null : id)
  const actions = useFileActions()(id)

  const isMissing = trouble === 'missing'
  const { details, giveStars } = useLibraryItem(id)
  const trash = useTrashActions(id)
  const isPicture = medium === 'image'
  const befores = isMissing ? [] : sources.filter(({ media }) => media.facts.medium === medium)
  const before = befores.find(({ key }) => key === beforeKey) ?? befores[0] ?? null
  const viewMode = activeViewMode(wantedViewMode, medium, before !== null)
  const blink = useBlink(viewMode === 'blink')
  const frame = decodedImages.decoded.get(mediaPaths.result(id)) ?? extentOf(result)
  const stage = useStageViewport({ frame: isPicture ? frame : null, subject: id, paneCount: viewMode === 'side' ? 2 : 1 })
  const src = mediaPaths.result(id)
  const place = stage.view === null || frame === null ? null : placementOnPane(stage.view, placementInFrame(frame, frame))
  const eyedropper = useEyedropper(src, frame, place, stage)
  const fullScreen = useFullScreen()
  const [isSheet, setIsSheet] = useState(false)
  const hasSheet = task.results.length > 1
  const plays = (medium === 'video' || medium === 'audio') && trouble === null
  const isReady = !isPicture || trouble !== null || decodedImages.decoded.has(src)
  const slides = useSlideShow(id, isReady, !plays, next === null ? null : () => showInViewer(next.id))
  const showsSheet = isSheet && hasSheet && !slides.isOn
  const showsStage = isPicture && trouble === null && !showsSheet
  const others = useTaskSummary(
    useCallback((all: readonly Task[]) => defaultComparisonIds(all, task, id, sources), [task, id, sources]),
    (one, other) => one.join(' ') === other.join(' ')
  )

  function chooseViewMode(chosen: ViewMode): void {
    if (before !== null) setWantedViewMode(chosen)
  }
  function compareWith(source: ResultSource): void {
    setBeforeKey(source.key)
    if (viewMode === 'result') setWantedViewMode(isPicture ? 'slider' : 'side')
  }

  return {
    task,
    result,
    isInQueue,
    id,
    medium,
    capability,
    previous,
    next,
    around,
    origin,
    trouble,
    report,
    forget,
    split,
    setSplit,
    decodedImages,
    sources,
    actions,
    isMissing,
    details,
    giveStars,
    trash,
    isPicture,
    before,
    viewMode,
    chooseViewMode,
    compareWith,
    blink,
    frame,
    stage,
    src,
    place,
    eyedropper,
    fullScreen,
    isSheet,
    setIsSheet,
    hasSheet,
    plays,
    slides,
    showsSheet,
    showsStage,
    others
  }
}

function extentOf({ width, height }: TaskResult): Extent | null {
  return width === null || height === null ? null : { width, height }
}
