import { say } from '../../shared/i18n/say.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import type { StageViewport } from './use-stage-viewport.ts'
import styles from './zoom-controls.module.css'

/** Buttons that zoom by a step, show the actual size or fit the image. */
export function ZoomControls({ stage }: { readonly stage: StageViewport }) {
  const { view } = stage
  const percent = view === null ? null : Math.round(view.scale * globalThis.devicePixelRatio * 100)
  return (
    <div className={styles.zoom}>
      <span className={styles.steps}>
        <IconButton
          label={say('Zoom out')}
          icon="zoom-out"
          shortcut={shortcutText('picture', 'smaller')}
          tooltipSide="bottom"
          onClick={() => stage.step(-1)}
        />
      </span>
      <Button
        size="small"
        variant="quiet"
        className={styles.percent}
        aria-label={say('Zoom {percent}%, show actual size', { percent: percent ?? 100 })}
        onClick={stage.showPixels}
      >
        {percent ?? '…'}%
      </Button>
      <span className={styles.steps}>
        <IconButton
          label={say('Zoom in')}
          icon="zoom-in"
          shortcut={shortcutText('picture', 'larger')}
          tooltipSide="bottom"
          onClick={() => stage.step(1)}
        />
      </span>
      <Button
        size="small"
        variant={view?.isFitted === false ? 'quiet' : 'plain'}
        aria-pressed={view?.isFitted !== false}
        onClick={stage.fit}
      >
        {say('Fit')}
      </Button>
      {percent !== null && <LiveRegion>{say('Zoom {percent}%', { percent })}</LiveRegion>}
    </div>
  )
}
