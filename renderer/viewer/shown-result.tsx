import { useCallback, useEffect, useMemo, useState } from 'react'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { Medium } from '../../shared/json-schema.ts'
import type { Result, Task } from '../../shared/task.ts'
import { resultContextMenu } from '../../shared/menu.ts'
import { deedItems } from '../bridge/deed-items.ts'
import { request } from '../bridge/kiln.ts'
import { type MenuDeeds, useMenuDeeds } from '../bridge/menu-deeds.ts'
import { say, word } from '../../shared/words/say.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import type { ShortcutDeeds } from '../bridge/take-shortcut.ts'
import { takeShortcut } from '../bridge/take-shortcut.ts'
import { useCapability } from '../bridge/use-session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { ContextMenu } from '../ui/context-menu.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { IconName } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import type { SegmentOption } from '../ui/segments.tsx'
import { Segments } from '../ui/segments.tsx'
import { View } from '../ui/view.tsx'
import { BackButton } from './back-button.tsx'
import { BlinkControls } from './blink-controls.tsx'
import { isForAControl } from './is-for-a-control.ts'
import type { Look } from './looks.ts'
import { lookInForce, looksOf } from './looks.ts'
import type { Source } from './made-from.ts'
import { MissingFile } from './missing-file.tsx'
import type { Playable } from './playable.ts'
import { ResultStage } from './result-stage.tsx'
import { PictureStage } from './picture-stage.tsx'
import { recipeWords } from './recipe.ts'
import { RecipeInspector } from './recipe-inspector.tsx'
import { ResultStrip } from './result-strip.tsx'
import { splitLineId } from './split-line.tsx'
import { comparedWith } from './compared-with.ts'
import { ContactSheet } from './contact-sheet.tsx'
import { EyedropperReadout } from './eyedropper-readout.tsx'
import { boxWithin, placeOnPane } from './frame.ts'
import { FullScreenBar } from './full-screen-bar.tsx'
import type { KnownResult } from './use-known-results.ts'
import { useLibraryItem } from './use-library-item.ts'
import { useLineage } from './use-lineage.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useEyedropper } from './use-eyedropper.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useSlideShow } from './use-slide-show.ts'
import { useBlink } from './use-blink.ts'
import { usePictures } from './use-pictures.ts'
import { useResultDeeds } from './use-result-deeds.ts'
import { useSources } from './use-sources.ts'
import { useStageMenuKey } from './use-stage-menu-key.ts'
import { useStageView } from './use-stage-view.ts'
import { useTrash } from './use-trash.ts'
import styles from './shown-result.module.css'
import type { Origin, ViewerViewProps } from './viewer-view-props.ts'
import { ZoomControls } from './zoom-controls.tsx'
import type { Extent } from './zoom.ts'

/** One component for whatever is looked at in turn: what was decoded ahead stays in the page. */
export function ShownResult({
  task,
  result,
  isInQueue,
  among,
  onBack,
  onRemix,
  onShow,
  onOpenTask,
  onCompare,
  onUse,
  onAskUse,
  RunAgain
}: ViewerViewProps & KnownResult) {
  const { id, medium } = result
  const capability = useCapability(task.capability)
  const { previous, next } = useNeighbours(id, isInQueue, among)
  const { values } = task
  const origin = useMemo(
    (): Origin => ({ capability: task.capability, values, ...(isInQueue ? { taskId: task.id } : { itemId: id }) }),
    [task.capability, task.id, values, isInQueue, id]
  )
  const [missingId, setMissingId] = useState<string | null>(null)
  const [wantedLook, setWantedLook] = useState<Look>('result')
  const [beforeKey, setBeforeKey] = useState<string | null>(null)
  const [split, setSplit] = useState(0.5)
  const pictures = usePictures()
  const sources = useSources(task, capability, isInQueue ? null : id)
  const deeds = useResultDeeds(id)

  const isMissing = missingId === id
  const announce = useAnnounce()
  const { details } = useLibraryItem(id)
  const trash = useTrash(id, onShow, onBack)
  const isPicture = medium === 'image'
  const befores = isMissing ? [] : sources.filter(({ media }) => media.facts.medium === medium)
  const before = befores.find(({ key }) => key === beforeKey) ?? befores[0] ?? null
  const look = lookInForce(wantedLook, medium, before !== null)
  const blink = useBlink(look === 'blink')
  const frame = pictures.decoded.get(mediaPaths.result(id)) ?? extentOf(result)
  const stage = useStageView({ frame: isPicture ? frame : null, subject: id, paneCount: look === 'side' ? 2 : 1 })
  const src = mediaPaths.result(id)
  const place = stage.view === null || frame === null ? null : placeOnPane(stage.view, boxWithin(frame, frame))
  const eyedropper = useEyedropper(src, frame, place, stage)
  const fullScreen = useFullScreen()
  const [isSheet, setIsSheet] = useState(false)
  const hasSheet = task.results.length > 1
  const plays = (medium === 'video' || medium === 'audio') && !isMissing
  const isReady = !isPicture || isMissing || pictures.decoded.has(src)
  const slides = useSlideShow(id, isReady, !plays, next === null ? null : () => onShow(next.id))
  const showsSheet = isSheet && hasSheet && !slides.isOn
  const showsStage = isPicture && !isMissing && !showsSheet
  const others = useTaskSummary(
    useCallback((all: readonly Task[]) => comparedWith(all, task, id, sources), [task, id, sources]),
    (one, other) => one.join(' ') === other.join(' ')
  )

  const { prompt } = recipeWords(capability, values)
  const possible: MenuDeeds = {
    previous: previous === null ? undefined : () => onShow(previous.id),
    next: next === null ? undefined : () => onShow(next.id),
    slideShow: slides.toggle,
    remix: capability === null ? undefined : () => onRemix(origin),
    useAsInput: isMissing ? undefined : () => onAskUse([result]),
    compare: others.length < 2 ? undefined : () => onCompare(others),
    saveAs: isMissing ? undefined : deeds.saveAs,
    copy: isMissing || medium !== 'image' ? undefined : deeds.copy,
    copyPrompt:
      prompt === null
        ? undefined
        : () =>
            void request('clipboard.writeText', { text: prompt }).then(({ ok }) =>
              announce(ok ? say('Copied') : say('Could not be copied'))
            ),
    showInFolder: isMissing ? undefined : deeds.showInFolder,
    showTask: isInQueue ? () => onOpenTask(task.id) : undefined,
    // In the contact sheet the focus is on another one.
    trash: isMissing || showsSheet || details === null ? undefined : () => trash.move(details.key, id, (next ?? previous)?.id ?? null),
    untrash: trash.undo ?? undefined
  }
  useMenuDeeds(possible)
  const stagePlace = useStageMenuKey()

  const lookAgain = useCallback(() => setMissingId(null), [])
  /** One thing at a time. */
  function leave(): void {
    if (slides.isOn) slides.stop()
    else if (fullScreen.isFull) fullScreen.leave()
    else if (showsSheet) setIsSheet(false)
    else if (eyedropper.isOn) eyedropper.toggle()
    else onBack()
  }
  function openFromSheet(itemId: string): void {
    setIsSheet(false)
    if (itemId !== id) onShow(itemId)
  }
  const lineage = useLineage(task, id)

  function chooseLook(chosen: Look): void {
    if (before !== null) setWantedLook(chosen)
  }
  function lookDeed(chosen: Look): (() => void) | undefined {
    if (before === null || showsSheet || !looksOf[medium].includes(chosen)) return undefined
    return () => {
      chooseLook(chosen)
      // The arrows are then for the line.
      if (chosen === 'slider') focusLine(mostFramesForTheLine)
    }
  }
  function pictureDeeds(isRepeated: boolean): ShortcutDeeds<'picture'> {
    return {
      larger: () => stage.step(1),
      smaller: () => stage.step(-1),
      fit: stage.fit,
      pixels: stage.showPixels,
      eyedropper: eyedropper.toggle,
      before: before === null ? undefined : () => blink.hold(true),
      swap: before === null ? undefined : () => (look === 'blink' ? !isRepeated && blink.swap() : blink.hold(true))
    }
  }
  function holdAgainst(source: Source): void {
    setBeforeKey(source.key)
    if (look === 'result') setWantedLook(isPicture ? 'slider' : 'side')
  }

  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isForAControl(event)) return
      const movesPixel = showsStage && eyedropper.isOn
      const isTaken =
        takeShortcut('eyedropper', event, {
          move: movesPixel ? ({ key }) => eyedropper.move(pixelsBy(key, 1)) : undefined,
          moveFar: movesPixel ? ({ key }) => eyedropper.move(pixelsBy(key, 10)) : undefined
        }) ||
        (showsStage && takeShortcut('picture', event, pictureDeeds(event.repeat)))
      if (isTaken) return
      takeShortcut('viewer', event, {
        back: leave,
        previous: previous === null ? undefined : () => onShow(previous.id),
        next: next === null ? undefined : () => onShow(next.id),
        compare: others.length < 2 ? undefined : () => onCompare(others),
        fullScreen: fullScreen.toggle,
        slideShow: slides.toggle,
        sheet: hasSheet ? () => setIsSheet(!isSheet) : undefined,
        closeSheet: showsSheet ? () => setIsSheet(false) : undefined,
        result: lookDeed('result'),
        slider: lookDeed('slider'),
        side: lookDeed('side'),
        blink: lookDeed('blink'),
        // Held down, it would go through one after the other.
        trash: event.repeat ? undefined : possible.trash,
        undo: possible.untrash
      })
    }
    function keyUp(event: KeyboardEvent): void {
      if (event.key === 'b' || event.key === 'B' || event.key === ' ') blink.hold(false)
    }
    window.addEventListener('keydown', keyDown)
    window.addEventListener('keyup', keyUp)
    return () => {
      window.removeEventListener('keydown', keyDown)
      window.removeEventListener('keyup', keyUp)
    }
  })

  const steps = (
    <>
      <IconButton
        label={say('Previous')}
        icon="chevron-left"
        shortcut={shortcutWords('viewer', 'previous')}
        notReady={previous === null}
        onClick={() => previous !== null && onShow(previous.id)}
      />
      <IconButton
        label={say('Next')}
        icon="chevron-right"
        shortcut={shortcutWords('viewer', 'next')}
        notReady={next === null}
        onClick={() => next !== null && onShow(next.id)}
      />
    </>
  )
  const slideShow = (
    <IconButton
      label={slides.isOn ? say('Stop the slide show') : say('Slide show')}
      icon={slides.isOn ? 'pause' : 'slide-show'}
      shortcut={shortcutWords('viewer', 'slideShow')}
      pressed={slides.isOn}
      onClick={slides.toggle}
    />
  )

  return (
    <View
      isFirst
      isStage
      isBare={fullScreen.isFull}
      label={task.title}
      bar={
        <>
          <BackButton onBack={onBack} />
          <div className={styles.title}>
            <h1 dir="auto" className="strong cut">
              {task.title}
            </h1>
            {task.results.length > 1 && (
              <span className={`ink-2 ${styles.place}`}>
                {say('{index} of {count}', { index: result.index + 1, count: task.results.length })}
              </span>
            )}
          </div>
          <span className="grow" />
          {before !== null && !showsSheet && looksOf[medium].length > 0 && (
            <Segments shrinks label={say('Before and after')} options={lookOptions(medium)} value={look} onChange={chooseLook} />
          )}
          <span className="grow" />
          {showsStage && <ZoomControls stage={stage} />}
        </>
      }
      inspector={
        fullScreen.isFull ? undefined : (
          <RecipeInspector
            task={task}
            result={result}
            capability={capability}
            isMissing={isMissing}
            isInQueue={isInQueue}
            runAgain={<RunAgain key={task.id} origin={origin} />}
            lineage={lineage}
            onShow={onShow}
            onUse={(inputPlace) => onUse(inputPlace, [id])}
            onRemix={() => onRemix(origin)}
            onOpenTask={() => onOpenTask(task.id)}
            onCopy={deeds.copy}
            onSaveAs={deeds.saveAs}
            onShowInFolder={deeds.showInFolder}
          />
        )
      }
    >
      <ContextMenu label={say('What can be done with it')} itemsFor={() => (showsSheet ? [] : deedItems(resultContextMenu, possible))}>
        <div ref={stagePlace} className={styles.stage}>
          {showsSheet ? (
            <ContactSheet results={task.results} title={task.title} shownId={id} onOpen={openFromSheet} />
          ) : isMissing ? (
            <MissingFile task={task} result={result} isInQueue={isInQueue} onThere={lookAgain} onOpenTask={() => onOpenTask(task.id)} />
          ) : isPicture ? (
            <PictureStage
              stage={stage}
              look={look}
              frame={frame}
              after={{ src, alt: task.title, label: afterWords(task), preview: mediaPaths.thumbnail(id) }}
              before={
                before === null
                  ? null
                  : {
                      src: before.media.previewUrl,
                      alt: say('Before: {name}', { name: before.name }),
                      label: say('Before: {name}', { name: before.name })
                    }
              }
              isBeforeShown={blink.isBeforeShown}
              split={split}
              onSplit={setSplit}
              ahead={[next, previous].flatMap((one) => (one?.medium === 'image' ? [mediaPaths.result(one.id)] : []))}
              pictures={pictures}
              onMissing={() => setMissingId(id)}
            >
              {look === 'blink' && !eyedropper.isOn && <BlinkControls blink={blink} />}
              {eyedropper.isOn && <EyedropperReadout picked={eyedropper.picked} place={look === 'side' ? null : place} />}
            </PictureStage>
          ) : (
            <ResultStage
              key={id}
              task={task}
              result={result}
              before={before === null || look !== 'side' ? null : playableSource(before)}
              deeds={deeds}
              onMissing={() => setMissingId(id)}
              onThrough={slides.isOn ? slides.goOn : null}
            />
          )}
        </div>
      </ContextMenu>
      {fullScreen.isFull ? (
        <FullScreenBar>
          {steps}
          {slideShow}
          <IconButton
            label={say('Leave full screen')}
            icon="leave-full-screen"
            shortcut={shortcutWords('viewer', 'fullScreen')}
            onClick={fullScreen.leave}
          />
        </FullScreenBar>
      ) : (
        <ResultStrip
          results={task.results}
          shownId={id}
          sources={sources}
          medium={medium}
          beforeKey={showsSheet ? null : (before?.key ?? null)}
          onShow={onShow}
          onHoldAgainst={holdAgainst}
          start={steps}
          end={
            <>
              {showsStage && (
                <IconButton
                  label={say('Pixel values')}
                  icon="eyedropper"
                  shortcut={shortcutWords('picture', 'eyedropper')}
                  pressed={eyedropper.isOn}
                  onClick={eyedropper.toggle}
                />
              )}
              {hasSheet && (
                <IconButton
                  label={say('Contact sheet')}
                  icon="grid"
                  shortcut={shortcutWords('viewer', 'sheet')}
                  pressed={showsSheet}
                  onClick={() => setIsSheet(!isSheet)}
                />
              )}
              <IconButton
                label={others.length < 2 ? say('Compare: there is nothing like it yet') : say('Compare')}
                icon="compare"
                shortcut={shortcutWords('viewer', 'compare')}
                notReady={others.length < 2}
                onClick={() => onCompare(others)}
              />
              {slideShow}
              <IconButton
                label={say('Full screen')}
                icon="full-screen"
                shortcut={shortcutWords('viewer', 'fullScreen')}
                onClick={fullScreen.toggle}
              />
            </>
          }
        />
      )}
    </View>
  )
}

function extentOf({ width, height }: Result): Extent | null {
  return width === null || height === null ? null : { width, height }
}

function afterWords({ values }: Task): string {
  return typeof values['seed'] === 'number' ? say('After: seed {seed}', { seed: values['seed'] }) : say('After')
}

const lookNames: { readonly [one in Look]: { readonly label: string; readonly icon: IconName } } = {
  result: { label: word('Result'), icon: 'image' },
  slider: { label: word('Slider'), icon: 'split' },
  side: { label: word('Side by side'), icon: 'columns' },
  blink: { label: word('Blink'), icon: 'blink' }
}

function lookOptions(medium: Medium): readonly SegmentOption<Look>[] {
  const icon = medium === 'video' ? 'video' : 'audio'
  return looksOf[medium].map((one) => {
    if (medium === 'audio' && one === 'side') return { value: one, label: 'A / B', icon: 'compare' }
    return one === 'result' && medium !== 'image'
      ? { value: one, label: say('Result'), icon }
      : { value: one, icon: lookNames[one].icon, label: say(lookNames[one].label) }
  })
}

function playableSource({ name, media: { facts, previewUrl } }: Source): Playable {
  return {
    src: previewUrl,
    name: say('Before: {name}', { name }),
    label: say('Before: {name}', { name }),
    poster: null,
    bytes: facts.bytes
  }
}

function pixelsBy(key: string, step: number): { readonly x: number; readonly y: number } {
  const across = key === 'ArrowLeft' ? -step : key === 'ArrowRight' ? step : 0
  const down = key === 'ArrowUp' ? -step : key === 'ArrowDown' ? step : 0
  return { x: across, y: down }
}

/** Two seconds; then whoever asked for it is elsewhere. */
const mostFramesForTheLine = 120

/** The line is drawn once both pictures are measured, which can take some frames. */
function focusLine(framesLeft: number): void {
  requestAnimationFrame(() => {
    const line = document.getElementById(splitLineId)
    if (line !== null) line.focus()
    else if (framesLeft > 0) focusLine(framesLeft - 1)
  })
}
