import { useEffect, useRef, useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { saveCreatedFile } from '../media/inspect-or-save-file.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { formatPixelSize } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Slider } from '../ui/slider.tsx'
import { useFormServices } from './form-services.ts'
import { loadMaskBase, encodeMask } from './mask-canvas.ts'
import styles from './mask-painter.module.css'
import type { MaskTool } from './mask-stage.tsx'
import { MaskStage } from './mask-stage.tsx'
import type { MaskHistory, MaskStep } from './mask-steps.ts'
import { nextBrushSize, maxBrushSize, emptyMaskHistory, redoMaskStep, undoMaskStep, defaultBrushSize, addMaskStep } from './mask-steps.ts'
import { Say } from '../ui/say.tsx'

/** Limits for images that can be painted on: the longer edge and the area, in pixels. A canvas can't hold larger images. */
const longestEdge = 16_384
const maxPixels = 120_000_000

/** Unfinished masks by the preview URL of the image beneath. Kept so that closing the painter doesn't discard them. */
const begun = new Map<string, MaskHistory>()

/** Dialog for painting a mask over an image or video, at the image's own resolution. */
export function MaskPainter({
  field,
  under,
  before,
  onClose
}: {
  readonly field: MediaField
  /** The image or video beneath. */
  readonly under: InspectedMedia
  /** Existing mask to edit. Null for a new mask. */
  readonly before: InspectedMedia | null
  readonly onClose: () => void
}) {
  const services = useFormServices()
  const announce = useAnnounce()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height } = under.facts
  const [ground, setGround] = useState<HTMLCanvasElement | null>(null)
  const [history, setHistory] = useState<MaskHistory>(() => begun.get(under.previewUrl) ?? emptyMaskHistory)
  const [tool, setTool] = useState<MaskTool>('brush')
  const [brush, setBrush] = useState(() => defaultBrushSize(width ?? 1, height ?? 1))
  const [isBare, setIsBare] = useState(false)
  const [part, setPart] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const isPaintable = width !== null && height !== null && Math.max(width, height) <= longestEdge && width * height <= maxPixels

  useEffect(() => {
    let isStale = false
    if (before === null || width === null || height === null) return
    void loadMaskBase(before.previewUrl, width, height).then((found) => {
      if (!isStale) setGround(found)
    })
    return () => {
      isStale = true
    }
  }, [before, width, height])
  useEffect(() => {
    begun.set(under.previewUrl, history)
  }, [under.previewUrl, history])

  function add(step: MaskStep, words?: string): void {
    setHistory((now) => addMaskStep(now, step))
    if (words !== undefined) announce(words)
  }
  function undo(): void {
    if (history.steps.length === 0) return
    setHistory(undoMaskStep)
    announce(say('Undone.'))
  }
  function redo(): void {
    if (history.undone.length === 0) return
    setHistory(redoMaskStep)
    announce(say('Redone.'))
  }
  function resize(direction: 1 | -1): void {
    const next = nextBrushSize(brush, direction, maxBrushSize(width ?? 1, height ?? 1))
    setBrush(next)
    announce(say('Brush size: {next, plural, one {# pixel} other {# pixels}}', { next }))
  }
  async function use(): Promise<void> {
    if (canvas.current === null || isSaving) return
    setIsSaving(true)
    setFault(null)
    const takesPng = field.rule.formats === undefined || field.rule.formats.length === 0 || field.rule.formats.includes('png')
    const file = await encodeMask(canvas.current, takesPng ? 'image/png' : 'image/jpeg')
    const outcome = await saveCreatedFile(file, say('{name} mask', { name: under.facts.name.replace(/\.[^.]+$/, '') }))
    setIsSaving(false)
    if (!outcome.ok) return setFault(joinSentences(outcome.message, outcome.advice))
    begun.delete(under.previewUrl)
    services.addLocalFile(field, outcome.value, 0)
    announce(say('{label} added.', { label: field.label }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Paint a mask')}
      description={field.help ?? say('Paint the areas to change.')}
      width="full"
      actions={
        <>
          <span className={styles.facts}>
            {isPaintable && say('{size}, {percent}% painted', { size: formatPixelSize(width, height), percent: Math.round(part * 100) })}
            {fault !== null && <FieldError>{fault}</FieldError>}
          </span>
          <Button onClick={onClose}>{say('Close')}</Button>
          <Button variant="go" notReady={part === 0} busy={isSaving && say('Saving mask…')} onClick={() => void use()}>
            {part === 0 ? say('Paint something first') : say('Use this mask')}
          </Button>
        </>
      }
    >
      {!isPaintable ? (
        <p className="ink-2">{say('This image is too large to paint on. Create the mask in another app, then choose its file.')}</p>
      ) : (
        <div className={styles.room}>
          <div role="toolbar" aria-label={say('Painting tools')} className={styles.tools}>
            <SegmentedControl<MaskTool>
              label={say('Tool')}
              options={[
                { value: 'brush', label: say('Brush'), icon: 'brush' },
                { value: 'eraser', label: say('Eraser'), icon: 'eraser' },
                { value: 'box', label: say('Rectangle'), icon: 'rectangle' }
              ]}
              value={tool}
              onChange={setTool}
            />
            <div className={styles.brush}>
              <span className="small ink-2 cut">{say('Brush size')}</span>
              <Slider
                label={say('Brush size')}
                min={1}
                max={maxBrushSize(width, height)}
                value={brush}
                valueText={say('{brush, plural, one {# pixel} other {# pixels}}', { brush })}
                onChange={setBrush}
              />
              <span className={styles.figure}>{brush}</span>
            </div>
            <span className="grow" />
            <IconButton
              label={say('Undo')}
              icon="undo"
              notReady={history.steps.length === 0}
              shortcut={shortcutText('mask', 'undo')}
              onClick={undo}
            />
            <IconButton
              label={say('Redo')}
              icon="redo"
              notReady={history.undone.length === 0}
              shortcut={shortcutText('mask', 'redo')}
              onClick={redo}
            />
            <IconButton
              label={say('Invert')}
              icon="invert"
              shortcut={shortcutText('mask', 'invert')}
              onClick={() => add({ kind: 'invert' }, say('Inverted.'))}
            />
            <IconButton label={say('Fill everything')} icon="fill" onClick={() => add({ kind: 'fill' }, say('Mask filled.'))} />
            <IconButton label={say('Clear')} icon="trash" onClick={() => add({ kind: 'clear' }, say('Mask cleared.'))} />
            <IconButton label={say('Show only the mask')} icon="hide" pressed={isBare} onClick={() => setIsBare(!isBare)} />
          </div>
          <MaskStage
            canvas={canvas}
            under={under}
            width={width}
            height={height}
            ground={ground}
            history={history}
            tool={tool}
            brush={brush}
            isBare={isBare}
            onStep={add}
            onUndo={undo}
            onRedo={redo}
            onTool={setTool}
            onResize={resize}
            onPainted={setPart}
          />
          <p className={styles.keys}>
            <Say
              text={
                'Arrow keys move the brush. Hold {shift} to move it by 1 pixel. {dab} paints a dot. {put} starts and ends a stroke or rectangle. {smaller} and {larger} change the brush size. {brush}, {eraser} and {box} switch tools. {invert} inverts the mask.'
              }
              values={{
                shift: <Kbd>Shift</Kbd>,
                dab: <Kbd>{shortcutText('mask', 'dab')}</Kbd>,
                put: <Kbd>{shortcutText('mask', 'put')}</Kbd>,
                smaller: <Kbd>{shortcutText('mask', 'smaller')}</Kbd>,
                larger: <Kbd>{shortcutText('mask', 'larger')}</Kbd>,
                brush: <Kbd>{shortcutText('mask', 'brush')}</Kbd>,
                eraser: <Kbd>{shortcutText('mask', 'eraser')}</Kbd>,
                box: <Kbd>{shortcutText('mask', 'box')}</Kbd>,
                invert: <Kbd>{shortcutText('mask', 'invert')}</Kbd>
              }}
            />
          </p>
        </div>
      )}
    </Dialog>
  )
}
