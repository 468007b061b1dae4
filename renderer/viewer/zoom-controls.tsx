import { say } from '../../shared/words/say.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import type { StageView } from './use-stage-view.ts'
import styles from './zoom-controls.module.css'

/** How large one sees a picture: a step, its single pixels, or whole. `pixelScale`: lengths of the frame per pixel of the picture. */
export function ZoomControls({ stage, pixelScale = 1 }: { readonly stage: StageView; readonly pixelScale?: number }) {
  const { view } = stage
  const percent = view === null ? null : Math.round(view.scale * pixelScale * globalThis.devicePixelRatio * 100)
  return (
    <div className={styles.zoom}>
      <span className={styles.steps}>
        <IconButton
          label={say('Smaller')}
          icon="zoom-out"
          shortcut={shortcutWords('picture', 'smaller')}
          tooltipSide="bottom"
          onClick={() => stage.step(-1)}
        />
      </span>
      <Button
        size="small"
        look="quiet"
        className={styles.percent}
        aria-label={say('Zoom {percent} %; show single pixels', { percent: percent ?? 100 })}
        onClick={stage.showPixels}
      >
        {percent ?? '…'} %
      </Button>
      <span className={styles.steps}>
        <IconButton
          label={say('Larger')}
          icon="zoom-in"
          shortcut={shortcutWords('picture', 'larger')}
          tooltipSide="bottom"
          onClick={() => stage.step(1)}
        />
      </span>
      <Button size="small" look={view?.isFitted === false ? 'quiet' : 'plain'} aria-pressed={view?.isFitted !== false} onClick={stage.fit}>
        {say('Fit')}
      </Button>
      {percent !== null && <LiveRegion>{say('Zoom {percent} %', { percent })}</LiveRegion>}
    </div>
  )
}
