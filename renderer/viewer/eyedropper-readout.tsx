import { say } from '../../shared/i18n/say.ts'
import { useCopyText } from '../media/use-copy-text.ts'
import { CopyableText } from '../ui/copyable-text.tsx'
import { classNames } from '../ui/class-names.ts'
import { LiveRegion } from '../ui/live-region.tsx'
import type { ImagePlacement } from './frame.ts'
import { formatHexColor, formatRgbaColor } from './pixel-color.ts'
import card from '../players/stage-card.module.css'
import styles from './eyedropper-readout.module.css'
import type { PickedPixel } from './use-eyedropper.ts'

/** Minimum scale at which the picked pixel has a frame, in CSS pixels per image pixel. */
const leastFramedPixel = 5

/**
 * Shows the position and colour of the picked pixel, or a hint if `picked` is null. `place` is the image's position on its pane. If `place`
 * is null, the pixel isn't framed.
 */
export function EyedropperReadout({ picked, place }: { readonly picked: PickedPixel | null; readonly place: ImagePlacement | null }) {
  const copy = useCopyText()
  if (picked === null) return <div className={classNames(card.card, styles.words)}>{say('Point at a pixel or use the arrow keys.')}</div>
  const { pixel, color } = picked
  const hex = formatHexColor(color)
  return (
    <>
      {place !== null && place.scale >= leastFramedPixel && (
        <span
          className={styles.frame}
          style={{
            left: place.x + pixel.x * place.scale,
            top: place.y + pixel.y * place.scale,
            width: place.scale,
            height: place.scale
          }}
        />
      )}
      <div
        role="group"
        aria-label={say('Pixel')}
        className={classNames(card.card, styles.words)}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <span className={styles.swatch}>
          <span style={{ background: hex }} />
        </span>
        <span className={styles.figures}>{say('x {x}, y {y}', { x: pixel.x, y: pixel.y })}</span>
        <CopyableText what={say('colour')} text={hex} onCopy={copy} />
        <CopyableText what={say('red, green, blue and opacity')} text={formatRgbaColor(color)} onCopy={copy} />
        <LiveRegion>{`${pixel.x}, ${pixel.y}: ${hex}`}</LiveRegion>
      </div>
    </>
  )
}
