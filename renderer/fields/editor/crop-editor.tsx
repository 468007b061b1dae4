import { useRef, useState } from 'react'
import type { MediaField } from '../../../shared/form/fields.ts'
import { cropRequirements } from '../../../shared/form/fields.ts'
import type { InspectedMedia } from '../../../shared/form/media-facts.ts'
import type { MediaReference } from '../../../shared/form/values.ts'
import { say } from '../../../shared/i18n/say.ts'
import { formatPixelSize } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { useStageViewport } from '../../zoom/use-stage-viewport.ts'
import type { Point } from '../../zoom/zoom.ts'
import { useFormServices } from '../form-services.ts'
import { EditorDialog } from './editor-dialog.tsx'
import styles from './editor-dialog.module.css'
import { EditorStage } from './editor-stage.tsx'
import type { Frame } from './frame-geometry.ts'
import { frameSize, largestFrame, moveFrame, rangesInside, resizeFrame, handleMargin } from './frame-geometry.ts'
import type { EdgeTexts } from './frame-overlay.tsx'
import { FrameOverlay } from './frame-overlay.tsx'

const ratios = ['1:1', '5:4', '4:5', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9'] as const
type CropRatio = 'free' | 'original' | (typeof ratios)[number]

/** Dialog for cropping an input image. The cropped copy replaces the image in the form. The original file stays. */
export function CropEditor({
  field,
  value,
  media,
  index,
  onClose
}: {
  readonly field: MediaField
  readonly value: MediaReference
  readonly media: InspectedMedia
  readonly index: number
  readonly onClose: () => void
}) {
  const services = useFormServices()
  const size = { width: media.facts.width ?? 1, height: media.facts.height ?? 1 }
  const own = size.width / size.height
  const { minAspectRatio: least = 0, maxAspectRatio: most = Number.POSITIVE_INFINITY } = field.rule
  const origin = handleMargin(size)
  const room = { width: size.width + 2 * origin.x, height: size.height + 2 * origin.y }
  const viewport = useStageViewport({ frame: room, subject: media.previewUrl })
  const [ratio, setRatio] = useState<CropRatio>('free')
  const [frame, setFrame] = useState<Frame>(() => largestFrame(size, Math.min(Math.max(own, least), most)))
  const [isBusy, setIsBusy] = useState(false)
  const grip = useRef<{ readonly from: Point; readonly frame: Frame } | null>(null)
  const ranges = rangesInside(size)
  const { width, height } = frameSize(frame)
  const isWhole = width === size.width && height === size.height
  const target = cropRequirements({ ...field.rule, medium: 'image' }, media.facts)

  function choose(next: CropRatio): void {
    setRatio(next)
    if (next !== 'free') setFrame(largestFrame(size, ratioOf(next, own)))
  }
  async function crop(): Promise<void> {
    if (target === null || isBusy) return
    setIsBusy(true)
    await services.convert(field, value, index, { ...target, crop: { left: frame.left, top: frame.top, width, height } })
    onClose()
  }
  return (
    <EditorDialog
      title={say('Crop image')}
      description={say('The cropped copy replaces the image in the form. The original file stays unchanged.')}
      viewport={viewport}
      keys={[]}
      tools={
        <label className={styles.labelled}>
          <span className="small ink-2">{say('Aspect ratio')}</span>
          <Select<CropRatio>
            options={[
              { value: 'free', label: say('Free') },
              { value: 'original', label: say('Original') },
              ...ratios
                .filter((name) => ratioOf(name, own) >= least && ratioOf(name, own) <= most)
                .map((name) => ({ value: name, label: name }))
            ]}
            value={ratio}
            onChange={choose}
          />
        </label>
      }
      facts={formatPixelSize(width, height)}
      action={{
        label: isWhole ? say('Drag an edge first') : say('Crop'),
        notReady: isWhole,
        busy: isBusy && say('Cropping…'),
        run: () => void crop()
      }}
      onClose={onClose}
    >
      <EditorStage
        media={media}
        size={size}
        origin={origin}
        viewport={viewport}
        roleDescription={say('cropping area')}
        label={say('Frame of {name}', { name: media.facts.name })}
        onPress={(point) => {
          grip.current = { from: point, frame }
        }}
        onMove={(points) => {
          const to = points.at(-1)
          if (grip.current === null || to === undefined) return
          const { from, frame: before } = grip.current
          setFrame(moveFrame(before, { x: to.x - from.x, y: to.y - from.y }, ranges))
        }}
        onRelease={() => {
          grip.current = null
        }}
      >
        {(place, _view, pointOf) => (
          <FrameOverlay
            frame={frame}
            ranges={ranges}
            texts={edgeTexts(frame, size)}
            keyStep={Math.max(1, Math.round(Math.max(size.width, size.height) / 100))}
            place={place}
            pointOf={pointOf}
            onResize={(handle, to) => setFrame(resizeFrame(frame, handle, to, ranges, ratio === 'free' ? null : ratioOf(ratio, own)))}
          />
        )}
      </EditorStage>
    </EditorDialog>
  )
}

/** Returns a crop's width divided by its height. `own` is the image's own ratio. */
function ratioOf(name: CropRatio, own: number): number {
  const [across, down] = name.split(':').map(Number)
  return across === undefined || down === undefined ? own : across / down
}

function edgeTexts(frame: Frame, size: { readonly width: number; readonly height: number }): EdgeTexts {
  const value = (amount: number): string => say('{amount, plural, one {# pixel} other {# pixels}} cropped', { amount })
  return {
    left: { label: say('Left edge'), value: value(frame.left) },
    top: { label: say('Top edge'), value: value(frame.top) },
    right: { label: say('Right edge'), value: value(size.width - frame.right) },
    bottom: { label: say('Bottom edge'), value: value(size.height - frame.bottom) }
  }
}
