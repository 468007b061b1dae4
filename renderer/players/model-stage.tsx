import { useEffect, useRef, useState } from 'react'
import { say, word } from '../../shared/i18n/say.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { handleShortcut } from '../shortcuts/handle-shortcut.ts'
import { Button } from '../ui/button.tsx'
import { ImageBadge } from '../ui/chip.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Slider } from '../ui/slider.tsx'
import { isHandledByControl } from './is-handled-by-control.ts'
import type { ModelLight } from '../ui/model-lighting.ts'
import { modelLights } from '../ui/model-lighting.ts'
import styles from './model-stage.module.css'
import { useModelScene, type ModelSource } from './use-model-scene.ts'

const lightText: { readonly [light in ModelLight]: string } = {
  soft: word('Soft light'),
  side: word('Side light'),
  flat: word('Flat light')
}

/** A 3D model that the user can rotate, light and inspect. */
export function ModelStage({ itemId, src, title, onMissing, onCannot }: ModelSource & { readonly title: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useModelScene(canvas, { itemId, src, onMissing, onCannot })
  const [isWireframe, setIsWireframe] = useState(false)
  const [isTurning, setIsTurning] = useState(false)
  const [light, setLight] = useState<ModelLight>('soft')
  const [angle, setAngle] = useState(0)
  useEffect(() => scene?.setWireframe(isWireframe), [scene, isWireframe])
  useEffect(() => scene?.setAutoRotate(isTurning), [scene, isTurning])
  useEffect(() => scene?.setLight(light, angle), [scene, light, angle])

  useEffect(() => {
    function keyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isHandledByControl(event)) return
      handleShortcut('model', event, {
        wireframe: () => setIsWireframe((before) => !before),
        turntable: () => setIsTurning((before) => !before),
        light: () => setLight((before) => modelLights[(modelLights.indexOf(before) + 1) % modelLights.length] ?? 'soft'),
        turn: ({ key }) => {
          const [across, up] = turns[key] ?? [0, 0]
          scene?.rotateBy(across, up)
        },
        nearer: () => scene?.zoomBy(1.25),
        farther: () => scene?.zoomBy(0.8),
        reset: () => scene?.reset()
      })
    }
    window.addEventListener('keydown', keyDown)
    return () => window.removeEventListener('keydown', keyDown)
  }, [scene])

  return (
    <>
      <div className={styles.stage} aria-busy={scene === null}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={say('3D model: {title}', { title })}
          title={say('Drag to rotate, or hold Shift and use the arrow keys')}
          data-drawn={scene !== null}
          className={styles.canvas}
        />
        {scene === null ? (
          <p className={styles.reading}>{say('Loading model…')}</p>
        ) : (
          <span className={styles.facts}>
            <ImageBadge>
              {say('{triangles, plural, one {# triangle} other {# triangles}}', { triangles: scene.facts.triangles })}
            </ImageBadge>
          </span>
        )}
      </div>
      <div role="group" aria-label={say('Display options')} className={styles.bar}>
        <IconButton
          label={say('Turntable')}
          icon="turn"
          shortcut={shortcutText('model', 'turntable')}
          pressed={isTurning}
          onClick={() => setIsTurning(!isTurning)}
        />
        <IconButton
          label={say('Wireframe')}
          icon="wireframe"
          shortcut={shortcutText('model', 'wireframe')}
          pressed={isWireframe}
          onClick={() => setIsWireframe(!isWireframe)}
        />
        <Button size="small" variant="quiet" onClick={() => scene?.reset()}>
          {say('Reset view')}
        </Button>
        <span className="grow" />
        <SegmentedControl
          label={say('Lighting')}
          options={modelLights.map((one) => ({ value: one, label: say(lightText[one]) }))}
          value={light}
          onChange={setLight}
        />
        <span className={styles.angle}>
          <span aria-hidden="true" className={`small ink-2 ${styles.angleLabel}`}>
            {say('Light direction')}
          </span>
          <span dir="ltr" className={styles.angleSlider}>
            <Slider
              label={say('Light direction')}
              min={0}
              max={360}
              step={5}
              value={angle}
              valueText={say('{angle} degrees', { angle })}
              onChange={setAngle}
            />
          </span>
        </span>
      </div>
    </>
  )
}

/** Horizontal and vertical rotation for each arrow key, in degrees. */
const turns: { readonly [key: string]: readonly [across: number, up: number] } = {
  ArrowLeft: [-15, 0],
  ArrowRight: [15, 0],
  ArrowUp: [0, 15],
  ArrowDown: [0, -15]
}
