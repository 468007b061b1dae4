import {
  ACESFilmicToneMapping,
  AnimationMixer,
  Box3,
  Line,
  Mesh,
  PerspectiveCamera,
  Points,
  Scene,
  Spherical,
  Timer,
  Vector3,
  WebGLRenderer
} from 'three'
import type { Material, Object3D } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { ModelLight } from './model-lighting.ts'
import { say } from '../../shared/i18n/say.ts'
import { isModelTooLarge } from './model-lighting.ts'
import { addLights } from './model-scene-lights.ts'
import { readModel, type ParsedModel } from './parsed-model.ts'

export type ModelFacts = { readonly triangles: number; readonly isAnimated: boolean }

/** A model on a canvas. Draws only when something has changed. */
export type ModelScene = {
  readonly facts: ModelFacts
  readonly setWireframe: (isOn: boolean) => void
  readonly setAutoRotate: (isOn: boolean) => void
  /** `angle` is the direction of the light around the model, in degrees. */
  readonly setLight: (light: ModelLight, angle: number) => void
  /** Moves the camera around the model. `side` and `up` are in degrees. */
  readonly rotateBy: (side: number, up: number) => void
  /** Zooms in if `factor` is above 1. */
  readonly zoomBy: (factor: number) => void
  readonly reset: () => void
  /** Returns the current view as a WebP image. Null if it can't be captured. */
  readonly snapshot: () => Promise<Blob | null>
  readonly dispose: () => void
}

/** Size of the drawing surface, in CSS pixels. */
type Extent = { readonly width: number; readonly height: number }

/**
 * Loads a model and shows the whole model. Calls `onLost` if the WebGL context is lost. Throws if the computer can't draw in 3D, or if the
 * file can't be read. A file can't be read if it is missing, broken or too large. The same applies to compressed files (Draco, meshopt,
 * KTX), because our content security policy blocks the decoder.
 */
export async function openModelScene(canvas: HTMLCanvasElement, src: string, onLost: () => void): Promise<ModelScene> {
  const renderer = openRenderer(canvas)
  try {
    const { model, animations } = await fetchModel(src)
    return sceneOf(canvas, renderer, model, animations, onLost)
  } catch (error) {
    renderer.dispose()
    throw error
  }
}

/**
 * Returns a model's initial view as a WebP image of `edge` pixels on each side. Null if the view can't be captured. Throws in the same
 * cases as `openModelScene`.
 */
export async function renderModelImage(src: string, edge: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const renderer = openRenderer(canvas)
  try {
    const { model } = await fetchModel(src)
    const scene = sceneOf(canvas, renderer, model, [], ignore, { width: edge, height: edge })
    const picture = await scene.snapshot()
    scene.dispose()
    return picture
  } finally {
    renderer.dispose()
    // Frees the WebGL context now, because a page can have only a few contexts. The browser may free an unused one much later.
    renderer.forceContextLoss()
  }
}

function ignore(): void {}

/**
 * Creates the renderer. Throws a translated error, because three.js's own error is only in English. One cause is a missing GPU.
 */
function openRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  try {
    return new WebGLRenderer({ canvas, antialias: true, alpha: true })
  } catch (cause) {
    throw new Error(say('This computer can’t display 3D right now.'), { cause })
  }
}

async function fetchModel(src: string): Promise<ParsedModel> {
  const answer = await fetch(src)
  if (!answer.ok) throw new Error(say('The file can’t be read.'))
  const contentType = answer.headers.get('content-type') ?? ''
  if (isModelTooLarge(contentType, Number(answer.headers.get('content-length') ?? 0)))
    throw new Error(say('The file is too large to display here.'))
  return readModel(contentType, await answer.arrayBuffer())
}

/** Creates a model's scene. `fixed` is the size of a canvas that isn't in the page. Null to use the size of the canvas in the page. */
function sceneOf(
  canvas: HTMLCanvasElement,
  renderer: WebGLRenderer,
  model: Object3D,
  animations: ParsedModel['animations'],
  onLost: () => void,
  fixed: Extent | null = null
): ModelScene {
  renderer.toneMapping = ACESFilmicToneMapping
  const scene = new Scene()
  scene.add(model)
  const box = new Box3().setFromObject(model)
  const middle = box.getCenter(new Vector3())
  const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-6)
  const lights = addLights(scene, renderer, { middle, radius })
  const camera = new PerspectiveCamera(35, 1, radius / 100, radius * 100)
  const controls = new OrbitControls(camera, canvas)
  controls.target.copy(middle)
  controls.minDistance = radius * 0.4
  controls.maxDistance = radius * 12

  const mixer = new AnimationMixer(model)
  const [first] = animations
  if (first !== undefined) mixer.clipAction(first).play()
  const timer = new Timer()

  let isTurning = false
  let waiting = 0
  function draw(): void {
    waiting = 0
    timer.update()
    controls.autoRotate = isTurning
    if (isTurning) mixer.update(timer.getDelta())
    controls.update(timer.getDelta())
    renderer.render(scene, camera)
    if (isTurning) drawSoon()
  }
  function drawSoon(): void {
    if (waiting === 0) waiting = requestAnimationFrame(draw)
  }
  function reset(): void {
    const distance = radius / Math.sin((camera.fov * Math.PI) / 360) / Math.min(1, camera.aspect)
    camera.position.copy(middle).add(new Vector3(0.55, 0.32, 1).normalize().multiplyScalar(distance * 1.05))
    controls.update()
    drawSoon()
  }
  function fitCanvas(): void {
    const { width, height } = fixed ?? { width: canvas.clientWidth, height: canvas.clientHeight }
    if (width === 0 || height === 0) return
    renderer.setPixelRatio(fixed === null ? globalThis.devicePixelRatio : 1)
    renderer.setSize(width, height, false)
    camera.aspect = width / height
    camera.updateProjectionMatrix()
    drawSoon()
  }
  function setLight(light: ModelLight, angle: number): void {
    lights.set(light, angle)
    drawSoon()
  }
  function lost(event: Event): void {
    event.preventDefault()
    onLost()
  }
  const observer = new ResizeObserver(fitCanvas)
  fitCanvas()
  reset()
  setLight('soft', 0)
  observer.observe(canvas)
  controls.addEventListener('change', drawSoon)
  canvas.addEventListener('webglcontextlost', lost)

  return {
    facts: { triangles: trianglesOf(model), isAnimated: first !== undefined },
    setWireframe: (isOn) => {
      for (const material of materialsOf(model)) if ('wireframe' in material) material.wireframe = isOn
      drawSoon()
    },
    setAutoRotate: (isOn) => {
      isTurning = isOn
      timer.reset()
      drawSoon()
    },
    setLight,
    rotateBy: (side, up) => {
      const place = new Spherical().setFromVector3(camera.position.clone().sub(middle))
      place.theta += (side * Math.PI) / 180
      place.phi -= (up * Math.PI) / 180
      place.makeSafe()
      camera.position.setFromSpherical(place).add(middle)
      controls.update()
      drawSoon()
    },
    zoomBy: (factor) => {
      const away = camera.position.clone().sub(controls.target)
      away.setLength(Math.min(controls.maxDistance, Math.max(controls.minDistance, away.length() / factor)))
      camera.position.copy(controls.target).add(away)
      controls.update()
      drawSoon()
    },
    reset: () => {
      controls.target.copy(middle)
      reset()
    },
    snapshot: () => {
      // Draws the scene again, because the browser discards the pixels once it has shown them.
      renderer.render(scene, camera)
      return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
    },
    dispose: () => {
      cancelAnimationFrame(waiting)
      waiting = -1
      observer.disconnect()
      canvas.removeEventListener('webglcontextlost', lost)
      controls.dispose()
      lights.dispose()
      disposeModel(model)
      renderer.dispose()
    }
  }
}

function disposeModel(model: Object3D): void {
  model.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof Points || part instanceof Line)) return
    part.geometry.dispose()
    for (const material of [part.material].flat()) material.dispose()
  })
}

function meshesOf(model: Object3D): readonly Mesh[] {
  const meshes: Mesh[] = []
  model.traverse((part) => {
    if (part instanceof Mesh) meshes.push(part)
  })
  return meshes
}

function materialsOf(model: Object3D): ReadonlySet<Material & { wireframe?: boolean }> {
  return new Set(meshesOf(model).flatMap(({ material }) => material))
}

function trianglesOf(model: Object3D): number {
  return meshesOf(model).reduce((sum, { geometry }) => {
    const corners = geometry.index?.count ?? geometry.getAttribute('position').count
    return sum + Math.floor(corners / 3)
  }, 0)
}
