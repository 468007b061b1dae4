import { useEffect, useRef, useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import type { KnownMedia } from '../../shared/media-facts.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
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
import { Say } from '../ui/say.tsx'

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
    announce(say('Taken back.'))
  }
  function redo(): void {
    if (history.undone.length === 0) return
    setHistory(redoneOnce)
    announce(say('Done again.'))
  }
  function resize(direction: 1 | -1): void {
    const next = brushBeside(brush, direction, largestBrush(width ?? 1, height ?? 1))
    setBrush(next)
    announce(say('Brush {next} pixels', { next }))
  }
  async function use(): Promise<void> {
    if (canvas.current === null || isSaving) return
    setIsSaving(true)
    setFault(null)
    const takesPng = field.rule.formats === undefined || field.rule.formats.length === 0 || field.rule.formats.includes('png')
    const file = await maskFile(canvas.current, takesPng ? 'image/png' : 'image/jpeg')
    const outcome = await keepMade(file, say('Mask of {name}', { name: under.facts.name.replace(/\.[^.]+$/, '') }))
    setIsSaving(false)
    if (!outcome.ok) return setFault(sentences(outcome.message, outcome.advice))
    begun.delete(under.previewUrl)
    services.addDraft(field, outcome.value, 0)
    announce(say('{label} painted.', { label: field.label }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Paint: {label}', { label: field.label })}
      description={field.help ?? undefined}
      width="full"
      actions={
        <>
          <span className={styles.facts}>
            {isPaintable && say('{size}, {percent} % painted', { size: pixelWords(width, height), percent: Math.round(part * 100) })}
            {fault !== null && <FieldError>{fault}</FieldError>}
          </span>
          <Button onClick={onClose}>{say('Close')}</Button>
          <Button look="go" notReady={part === 0} busy={isSaving && say('Writing the mask')} onClick={() => void use()}>
            {part === 0 ? say('Paint something first') : say('Use this mask')}
          </Button>
        </>
      }
    >
      {!isPaintable ? (
        <p className="ink-2">{say('This picture is too large to paint on. Make the mask elsewhere, and choose its file.')}</p>
      ) : (
        <div className={styles.room}>
          <div role="toolbar" aria-label={say('Painting')} className={styles.tools}>
            <Segments<MaskTool>
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
              <span className="small ink-2 cut">{say('Size')}</span>
              <Slider
                label={say('Brush size')}
                min={1}
                max={largestBrush(width, height)}
                value={brush}
                valueText={say('{brush} pixels', { brush })}
                onChange={setBrush}
              />
              <span className={styles.figure}>{brush}</span>
            </div>
            <span className="grow" />
            <IconButton
              label={say('Undo')}
              icon="undo"
              notReady={history.steps.length === 0}
              shortcut={shortcutWords('mask', 'undo')}
              onClick={undo}
            />
            <IconButton
              label={say('Redo')}
              icon="redo"
              notReady={history.undone.length === 0}
              shortcut={shortcutWords('mask', 'redo')}
              onClick={redo}
            />
            <IconButton
              label={say('Invert')}
              icon="invert"
              shortcut={shortcutWords('mask', 'invert')}
              onClick={() => add({ kind: 'invert' }, say('Inverted.'))}
            />
            <IconButton label={say('Fill everything')} icon="fill" onClick={() => add({ kind: 'fill' }, say('Everything is painted.'))} />
            <IconButton label={say('Clear')} icon="trash" onClick={() => add({ kind: 'clear' }, say('Nothing is painted.'))} />
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
              text="By keyboard: arrows move the brush, with {shift} a pixel at a time; {dab} dabs; {put} puts the brush down and lifts it, or sets the corners of a rectangle; {smaller} {larger} size; {brush} {eraser} {box} tool; {invert} inverts."
              values={{
                shift: <Kbd>Shift</Kbd>,
                dab: <Kbd>{shortcutWords('mask', 'dab')}</Kbd>,
                put: <Kbd>{shortcutWords('mask', 'put')}</Kbd>,
                smaller: <Kbd>{shortcutWords('mask', 'smaller')}</Kbd>,
                larger: <Kbd>{shortcutWords('mask', 'larger')}</Kbd>,
                brush: <Kbd>{shortcutWords('mask', 'brush')}</Kbd>,
                eraser: <Kbd>{shortcutWords('mask', 'eraser')}</Kbd>,
                box: <Kbd>{shortcutWords('mask', 'box')}</Kbd>,
                invert: <Kbd>{shortcutWords('mask', 'invert')}</Kbd>
              }}
            />
          </p>
        </div>
      )}
    </Dialog>
  )
}
