import { useEffect, useRef, useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import type { KnownMedia } from '../../shared/media-facts.ts'
import { keepMade } from '../bridge/inspect-handed.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { pixelWords } from '../ui/figures.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Segments } from '../ui/segments.tsx'
import { Slider } from '../ui/slider.tsx'
import { useFormServices } from './form-services.ts'
import { groundOf, maskFile } from './mask-canvas.ts'
import styles from './mask-painter.module.css'
import type { MaskTool } from './mask-stage.tsx'
import { MaskStage } from './mask-stage.tsx'
import type { MaskHistory, MaskStep } from './mask-steps.ts'
import { brushBeside, largestBrush, nothingPainted, redoneOnce, undoneOnce, usualBrush, withStep } from './mask-steps.ts'

/** Larger pictures no canvas holds. */
const longestEdge = 16_384
const mostPixels = 120_000_000

/** Masks that were begun and not taken, so that a closed window loses nothing. By the address of the picture beneath. */
const begun = new Map<string, MaskHistory>()

/** Paints a mask over the picture that it belongs to, in the picture's own pixels. */
export function MaskPainter({
  field,
  under,
  before,
  onClose
}: {
  readonly field: MediaField
  /** The picture or clip beneath. */
  readonly under: KnownMedia
  /** A mask that is there, to go on from; null: there is none. */
  readonly before: KnownMedia | null
  readonly onClose: () => void
}) {
  const services = useFormServices()
  const announce = useAnnounce()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height } = under.facts
  const [ground, setGround] = useState<HTMLCanvasElement | null>(null)
  const [history, setHistory] = useState<MaskHistory>(() => begun.get(under.previewUrl) ?? nothingPainted)
  const [tool, setTool] = useState<MaskTool>('brush')
  const [brush, setBrush] = useState(() => usualBrush(width ?? 1, height ?? 1))
  const [isBare, setIsBare] = useState(false)
  const [part, setPart] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const isPaintable = width !== null && height !== null && Math.max(width, height) <= longestEdge && width * height <= mostPixels

  useEffect(() => {
    let isStale = false
    if (before === null || width === null || height === null) return
    void groundOf(before.previewUrl, width, height).then((found) => {
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
    setHistory((now) => withStep(now, step))
    if (words !== undefined) announce(words)
  }
  function undo(): void {
    if (history.steps.length === 0) return
    setHistory(undoneOnce)
    announce('Taken back.')
  }
  function redo(): void {
    if (history.undone.length === 0) return
    setHistory(redoneOnce)
    announce('Done again.')
  }
  function resize(direction: 1 | -1): void {
    const next = brushBeside(brush, direction, largestBrush(width ?? 1, height ?? 1))
    setBrush(next)
    announce(`Brush ${next} pixels`)
  }
  async function use(): Promise<void> {
    if (canvas.current === null || isSaving) return
    setIsSaving(true)
    setFault(null)
    const takesPng = field.rule.formats === undefined || field.rule.formats.length === 0 || field.rule.formats.includes('png')
    const file = await maskFile(canvas.current, takesPng ? 'image/png' : 'image/jpeg')
    const outcome = await keepMade(file, `Mask of ${under.facts.name.replace(/\.[^.]+$/, '')}`)
    setIsSaving(false)
    if (!outcome.ok) return setFault([outcome.message, outcome.advice].filter(Boolean).join(' '))
    begun.delete(under.previewUrl)
    services.addDraft(field, outcome.value, 0)
    announce(`${field.label} painted.`)
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Paint: ${field.label}`}
      description={field.help ?? undefined}
      width="full"
      actions={
        <>
          <span className={styles.facts}>
            {isPaintable && `${pixelWords(width, height)}, ${Math.round(part * 100)} % painted`}
            {fault !== null && <FieldError>{fault}</FieldError>}
          </span>
          <Button onClick={onClose}>Close</Button>
          <Button look="go" notReady={part === 0} busy={isSaving && 'Writing the mask'} onClick={() => void use()}>
            {part === 0 ? 'Paint something first' : 'Use this mask'}
          </Button>
        </>
      }
    >
      {!isPaintable ? (
        <p className="ink-2">This picture is too large to paint on. Make the mask elsewhere, and choose its file.</p>
      ) : (
        <div className={styles.room}>
          <div role="toolbar" aria-label="Painting" className={styles.tools}>
            <Segments<MaskTool>
              label="Tool"
              options={[
                { value: 'brush', label: 'Brush', icon: 'brush' },
                { value: 'eraser', label: 'Eraser', icon: 'eraser' },
                { value: 'box', label: 'Rectangle', icon: 'rectangle' }
              ]}
              value={tool}
              onChange={setTool}
            />
            <div className={styles.brush}>
              <span className="small ink-2">Size</span>
              <Slider
                label="Brush size"
                min={1}
                max={largestBrush(width, height)}
                value={brush}
                valueText={`${brush} pixels`}
                onChange={setBrush}
              />
              <span className={styles.figure}>{brush}</span>
            </div>
            <span className="grow" />
            <IconButton
              label="Undo"
              icon="undo"
              notReady={history.steps.length === 0}
              shortcut={shortcutWords('mask', 'undo')}
              onClick={undo}
            />
            <IconButton
              label="Redo"
              icon="redo"
              notReady={history.undone.length === 0}
              shortcut={shortcutWords('mask', 'redo')}
              onClick={redo}
            />
            <IconButton
              label="Invert"
              icon="invert"
              shortcut={shortcutWords('mask', 'invert')}
              onClick={() => add({ kind: 'invert' }, 'Inverted.')}
            />
            <IconButton label="Fill everything" icon="fill" onClick={() => add({ kind: 'fill' }, 'Everything is painted.')} />
            <IconButton label="Clear" icon="trash" onClick={() => add({ kind: 'clear' }, 'Nothing is painted.')} />
            <IconButton label="Show only the mask" icon="hide" pressed={isBare} onClick={() => setIsBare(!isBare)} />
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
            By keyboard: arrows move the brush, with <Kbd>Shift</Kbd> a pixel at a time; <Kbd>{shortcutWords('mask', 'dab')}</Kbd> dabs;{' '}
            <Kbd>{shortcutWords('mask', 'put')}</Kbd> puts the brush down and lifts it, or sets the corners of a rectangle;{' '}
            <Kbd>{shortcutWords('mask', 'smaller')}</Kbd> <Kbd>{shortcutWords('mask', 'larger')}</Kbd> size;{' '}
            <Kbd>{shortcutWords('mask', 'brush')}</Kbd> <Kbd>{shortcutWords('mask', 'eraser')}</Kbd>{' '}
            <Kbd>{shortcutWords('mask', 'box')}</Kbd> tool; <Kbd>{shortcutWords('mask', 'invert')}</Kbd> inverts.
          </p>
        </div>
      )}
    </Dialog>
  )
}
