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
          label="Smaller"
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
        aria-label={`Zoom ${percent ?? 100} %; show single pixels`}
        onClick={stage.showPixels}
      >
        {percent ?? '…'} %
      </Button>
      <span className={styles.steps}>
        <IconButton
          label="Larger"
          icon="zoom-in"
          shortcut={shortcutWords('picture', 'larger')}
          tooltipSide="bottom"
          onClick={() => stage.step(1)}
        />
      </span>
      <Button size="small" look={view?.isFitted === false ? 'quiet' : 'plain'} aria-pressed={view?.isFitted !== false} onClick={stage.fit}>
        Fit
      </Button>
      {percent !== null && <LiveRegion>{`Zoom ${percent} %`}</LiveRegion>}
    </div>
  )
}
