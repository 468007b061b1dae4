import { say } from '../../shared/i18n/say.ts'
import { navigate, showInViewer } from '../navigation/route.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { FullScreenBar } from './full-screen-bar.tsx'
import { ResultStrip } from './result-strip.tsx'
import type { ViewerState } from './use-viewer-state.ts'

/** The buttons below the result, with the task's other results and its sources. In full screen, a bar over the result has the buttons. */
export function ViewerControls({ viewer }: { readonly viewer: ViewerState }) {
  const { task, id, medium, previous, next, before, eyedropper, fullScreen, hasSheet, isSheet, setIsSheet, others } = viewer
  const { compareWith, plays, showsSheet, showsStage, slides, sources } = viewer
  const steps = (
    <>
      <IconButton
        label={say('Previous')}
        icon="chevron-left"
        shortcut={shortcutText('viewer', 'previous')}
        notReady={previous === null}
        onClick={() => previous !== null && showInViewer(previous.id)}
      />
      <IconButton
        label={say('Next')}
        icon="chevron-right"
        shortcut={shortcutText('viewer', 'next')}
        notReady={next === null}
        onClick={() => next !== null && showInViewer(next.id)}
      />
    </>
  )
  const slideShow = (
    <IconButton
      label={slides.isOn ? say('Stop slide show') : say('Slide show')}
      icon={slides.isOn ? 'pause' : 'slide-show'}
      shortcut={shortcutText('viewer', 'slideShow')}
      pressed={slides.isOn}
      onClick={slides.toggle}
    />
  )

  return fullScreen.isFull ? (
    <FullScreenBar isAtTop={plays}>
      {steps}
      {slideShow}
      <IconButton
        label={say('Exit full screen')}
        icon="leave-full-screen"
        shortcut={shortcutText('viewer', 'fullScreen')}
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
      onCompareWith={compareWith}
      start={steps}
      end={
        <>
          {showsStage && (
            <IconButton
              label={say('Pixel values')}
              icon="eyedropper"
              shortcut={shortcutText('picture', 'eyedropper')}
              pressed={eyedropper.isOn}
              onClick={eyedropper.toggle}
            />
          )}
          {hasSheet && (
            <IconButton
              label={say('Contact sheet')}
              icon="grid"
              shortcut={shortcutText('viewer', 'sheet')}
              pressed={showsSheet}
              onClick={() => setIsSheet(!isSheet)}
            />
          )}
          <IconButton
            label={others.length < 2 ? say('Compare: no similar results yet') : say('Compare')}
            icon="compare"
            shortcut={shortcutText('viewer', 'compare')}
            notReady={others.length < 2}
            onClick={() => navigate({ view: 'compare', ids: others })}
          />
          {slideShow}
          <IconButton
            label={say('Full screen')}
            icon="full-screen"
            shortcut={shortcutText('viewer', 'fullScreen')}
            onClick={fullScreen.toggle}
          />
        </>
      }
    />
  )
}
