import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { saveModelPoster } from '../media/save-model-poster.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { ImageFrame } from '../ui/image-frame.tsx'
import coverStyles from './card-cover.module.css'
import { coverFit } from './cover-fit.ts'
import { InputsAndOutput } from './inputs-and-output.tsx'
import styles from './result-cover.module.css'
import type { NewestResult } from './recent-capabilities.ts'
import { useInputImage } from './use-input-image.ts'

type ResultCoverProps = {
  readonly capability: Capability
  readonly own: NewestResult
  /** Width of the cover divided by its height. */
  readonly ratio: number
}

/** Cover with the user's newest result. Videos play and models turn while the pointer or the focus is on the card. */
export function ResultCover({ capability, own, ratio }: ResultCoverProps) {
  const { itemId, medium, title } = own
  switch (medium) {
    case 'image':
      return <OwnImage capability={capability} own={own} ratio={ratio} />
    case 'video':
      return <OwnVideo itemId={itemId} ratio={ratio} />
    case 'model':
      return <OwnModel own={own} />
    case 'audio':
    case 'text':
      return (
        <>
          <InputsAndOutput capability={capability} />
          <p className={styles.asked}>{title}</p>
        </>
      )
  }
}

/** Shows the result. If it was made from an image, shows that image and the result as before and after. */
function OwnImage({ capability, own, ratio }: ResultCoverProps) {
  const fit = coverFit(own, ratio)
  const result = (
    <ImageFrame
      src={mediaPaths.thumbnail(own.itemId)}
      alt=""
      isLazy
      fit={fit}
      className={classNames(styles.image, fit === 'cover' && styles.cropped)}
    />
  )
  const before = useInputImage(own.taskId, capability)
  const [isSameShape, setSameShape] = useState<boolean | null>(null)
  if (before === null) return result
  const input = (
    <img
      src={before}
      alt=""
      draggable={false}
      className={classNames(styles.before, isSameShape !== true && styles.inset, fit === 'contain' && styles.whole)}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setSameShape(own.width !== null && own.height !== null && haveSameShape(naturalWidth / naturalHeight, own.width / own.height))
      }
      onError={({ currentTarget }) => currentTarget.remove()}
    />
  )
  // An input with another shape can't be overlaid on the result. It is shown in the corner instead.
  if (isSameShape !== true) {
    return (
      <>
        {result}
        {input}
      </>
    )
  }
  return (
    <div className={coverStyles.wipe}>
      {input}
      <div className={classNames(styles.layer, coverStyles.after)}>{result}</div>
      <div className={coverStyles.line} />
    </div>
  )
}

function haveSameShape(one: number, other: number): boolean {
  return Math.abs(Math.log(one / other)) < 0.03
}

type Size = Pick<NewestResult, 'width' | 'height'>
const unknownSize: Size = { width: null, height: null }

function OwnVideo({ itemId, ratio }: { readonly itemId: string; readonly ratio: number }) {
  const video = useRef<HTMLVideoElement>(null)
  const [size, setSize] = useState<Size>(unknownSize)
  const isPointedAt = useIsPointedAt(video)
  useEffect(() => {
    // The browser may reject playback, for example if the file is missing. The first frame then stays visible.
    if (isPointedAt) void video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }, [isPointedAt])
  return (
    <video
      ref={video}
      src={mediaPaths.result(itemId)}
      muted
      loop
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden="true"
      className={classNames(styles.video, coverFit(size, ratio) === 'contain' && styles.whole)}
      onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => setSize({ width: videoWidth, height: videoHeight })}
    />
  )
}

function OwnModel({ own }: { readonly own: NewestResult }) {
  const { itemId } = own
  const canvas = useRef<HTMLCanvasElement>(null)
  const isPointedAt = useIsPointedAt(canvas)
  const [isTurning, setTurning] = useState(false)
  useEffect(() => {
    if (!isPointedAt || canvas.current === null) return undefined
    const surface = canvas.current
    const opening = openTurntable(surface, mediaPaths.result(itemId), () => setTurning(false))
    let isCurrent = true
    opening.then(
      () => isCurrent && setTurning(true),
      // The model can't be read, or this computer can't display 3D. The image remains.
      () => undefined
    )
    return () => {
      isCurrent = false
      setTurning(false)
      opening.then(
        (scene) => scene.dispose(),
        () => undefined
      )
    }
  }, [isPointedAt, itemId])
  return (
    <>
      <ModelPoster own={own} isHidden={isTurning} />
      {/* A canvas can be used for one scene only. */}
      <canvas
        key={String(isPointedAt)}
        ref={canvas}
        aria-hidden="true"
        className={classNames(styles.canvas, !isTurning && styles.hidden)}
      />
    </>
  )
}

/** Shows the model's thumbnail. Shows an icon until the thumbnail is drawn and saved. */
function ModelPoster({ own: { itemId, contentType, bytes }, isHidden }: { readonly own: NewestResult; readonly isHidden: boolean }) {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!isMissing) return undefined
    const waiting = new AbortController()
    void saveModelPoster({ id: itemId, contentType, bytes }, waiting.signal).then((isKept) => {
      if (isKept && !waiting.signal.aborted) setMissing(false)
    })
    return () => waiting.abort()
  }, [isMissing, itemId, contentType, bytes])
  if (isMissing) {
    return (
      <span className={classNames(styles.icon, isHidden && styles.hidden)}>
        <Icon name="model" size="l" />
      </span>
    )
  }
  return (
    <img
      src={mediaPaths.thumbnail(itemId)}
      alt=""
      draggable={false}
      className={classNames(styles.poster, isHidden && styles.hidden)}
      onError={() => setMissing(true)}
    />
  )
}

async function openTurntable(canvas: HTMLCanvasElement, src: string, onLost: () => void) {
  const { openModelScene } = await import('../ui/model-scene.ts')
  const scene = await openModelScene(canvas, src, onLost)
  scene.setAutoRotate(true)
  return scene
}

/** Delay in milliseconds before media plays on a card. The pointer or the focus must stay on the card. */
const pointedAtInMs = 150

/** True while the pointer or the focus is on the card. Always false if the user prefers reduced motion. */
function useIsPointedAt(cover: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false)
  useEffect(() => {
    const card = cover.current?.closest('article')
    if (!card || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    let timer = 0
    const listening = new AbortController()
    function begin(): void {
      clearTimeout(timer)
      timer = window.setTimeout(() => setPointedAt(true), pointedAtInMs)
    }
    function end(): void {
      clearTimeout(timer)
      timer = window.setTimeout(() => setPointedAt(card?.matches(':is(:hover, :focus-within)') ?? false))
    }
    card.addEventListener('pointerenter', begin, listening)
    card.addEventListener('focusin', begin, listening)
    card.addEventListener('pointerleave', end, listening)
    card.addEventListener('focusout', end, listening)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [cover])
  return isPointedAt
}
