import type { KeyboardEvent } from 'react'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { say, word } from '../../../shared/i18n/say.ts'
import { classNames } from '../../ui/class-names.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { EditorStage } from './editor-stage.tsx'
import { handleMaskKey } from './handle-mask-key.ts'
import { createMaskRenderer, maskColor, paintedFraction } from './mask-canvas.ts'
import styles from './mask-painter.module.css'
import type { MaskPoint } from './mask-steps.ts'
import { brushPositionAfterKey } from './mask-steps.ts'
import { useMaskDrawing } from './use-mask-drawing.ts'
import type { MaskEditor, MaskTool } from './use-mask-editor.ts'

/** Width of the cross that is shown instead of the brush, in CSS pixels. */
const crossSize = 17

/**
 * The image with its mask, painted by pointer or keyboard. `isBare` hides the image and shows the mask as the service receives it.
 * `onPainted` is called with the painted fraction.
 */
export function MaskStage({
  editor,
  isBare,
  onPainted
}: {
  readonly editor: MaskEditor
  readonly isBare: boolean
  readonly onPainted: (part: number) => void
}) {
  const { canvas, viewport, under, width, height, ground, history, tool, brush, brushInImage } = editor
  const announce = useAnnounce()
  const { at, box, lasso, begin, continueTo, end, leave } = useMaskDrawing(editor)
  const [draw] = useState(() => createMaskRenderer(maskColor))
  /** True after a key has started a shape. */
  const [isDown, setIsDown] = useState(false)

  const painted = useEffectEvent(onPainted)
  useLayoutEffect(() => {
    if (canvas.current === null) return
    draw(canvas.current, ground, history.steps)
    painted(paintedFraction(canvas.current))
  }, [canvas, draw, ground, history.steps])

  function release(): void {
    end()
    setIsDown(false)
  }
  function keyDown(event: KeyboardEvent): boolean {
    const next = brushPositionAfterKey(at, event.key, brushInImage, event.shiftKey, { width, height })
    const move = next === null ? undefined : () => moveTo(next)
    const dab = () => editor.add({ kind: 'stroke', erases: editor.isErasing, width: brushInImage, points: [at] })
    return handleMaskKey(event, editor, { move, moveLittle: move, dab: tool === 'brush' ? dab : undefined, put: startOrEnd })
  }
  function moveTo(point: MaskPoint): void {
    continueTo([point])
    viewport.reveal(point)
  }
  function startOrEnd(): void {
    const texts = shapeTexts[tool]
    if (!isDown) {
      begin(at)
      setIsDown(true)
      return announce(say(texts.started))
    }
    setIsDown(false)
    announce(end() ? say(texts.ended) : say('Nothing drawn.'))
  }
  return (
    <EditorStage
      media={under}
      size={{ width, height }}
      viewport={viewport}
      roleDescription={say('painting area')}
      label={say('{name}: paint the area to change', { name: under.facts.name })}
      isBare={isBare}
      hidesPointer
      onPress={begin}
      onMove={continueTo}
      onRelease={release}
      onLeave={leave}
      onKey={keyDown}
      layer={<canvas ref={canvas} width={width} height={height} className={classNames(styles.mask, isBare && styles.white)} />}
    >
      {(place, { scale }) => {
        const here = place(at)
        const from = box === null ? null : place({ x: Math.min(box.from.x, box.to.x), y: Math.min(box.from.y, box.to.y) })
        const size = tool === 'brush' ? brush : crossSize
        return (
          <>
            {box !== null && from !== null && (
              <span
                className={styles.box}
                style={{
                  left: from.x,
                  top: from.y,
                  width: Math.abs(box.to.x - box.from.x) * scale,
                  height: Math.abs(box.to.y - box.from.y) * scale
                }}
              />
            )}
            {lasso !== null && (
              <svg className={styles.lasso} aria-hidden="true">
                <polygon points={lasso.map((point) => `${place(point).x},${place(point).y}`).join(' ')} />
              </svg>
            )}
            <span
              className={classNames(
                styles.ring,
                tool !== 'brush' && styles.cross,
                isDown && styles.down,
                editor.isErasing && styles.erasing
              )}
              style={{ width: size, height: size, transform: `translate(${here.x}px, ${here.y}px) translate(-50%, -50%)` }}
            />
          </>
        )
      }}
    </EditorStage>
  )
}

const shapeTexts: { readonly [tool in MaskTool]: { readonly started: string; readonly ended: string } } = {
  brush: { started: word('Stroke started.'), ended: word('Stroke ended.') },
  box: { started: word('First corner set. Move to the opposite corner and press Enter.'), ended: word('Rectangle painted.') },
  lasso: { started: word('Lasso started. Move around the area and press Enter.'), ended: word('Lasso closed.') }
}
