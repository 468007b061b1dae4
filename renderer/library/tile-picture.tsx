import type { SyntheticEvent } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { LibraryItem } from '../../shared/library.ts'
import { Icon } from '../ui/icon.tsx'
import { keepModelPoster } from './keep-model-poster.ts'
import { keepPoster } from './keep-poster.ts'
import { TextExcerpt } from './text-excerpt.tsx'
import styles from './tile-picture.module.css'
import { Waveform } from './waveform.tsx'

/** What a tile shows: the picture, the first moment of a clip, a sound as its wave, a model as it looks at first, a text by its first lines. Never a picture that stands in. */
export function TilePicture({ item, width }: { readonly item: LibraryItem; readonly width: number }) {
  const [hasNone, setHasNone] = useState(false)
  if (item.medium === 'text') return <TextExcerpt itemId={item.id} />
  if (item.medium === 'audio') return <Waveform itemId={item.id} bytes={item.bytes} />
  if (hasNone && item.medium === 'video') return <FirstFrame itemId={item.id} />
  if (hasNone && item.medium === 'model') return <ModelSign item={item} onKept={() => setHasNone(false)} />
  if (hasNone)
    return (
      <span className={styles.none}>
        <Icon name="image-off" size="l" />
      </span>
    )
  return (
    <img
      src={isDrawnLarge(item, width) ? mediaPaths.largeThumbnail(item.id) : mediaPaths.thumbnail(item.id)}
      alt=""
      draggable={false}
      decoding="async"
      className={styles.picture}
      ref={(image) => {
        if (image?.complete && image.naturalWidth > 0) image.dataset['shown'] = 'at-once'
      }}
      onLoad={show}
      onError={() => setHasNone(true)}
    />
  )
}

/** From here on a small picture looks soft, in pixels of the screen along its longest side. */
const softFrom = 340

/** `width`: of the tile in CSS pixels. The one before stays while the slider goes on and the other is on its way. */
function isDrawnLarge({ width: across, height: down }: LibraryItem, width: number): boolean {
  const longest = across === null || down === null ? width : width * Math.max(1, down / across)
  return longest * window.devicePixelRatio >= softFrom
}

/** Told to the element alone: a hundred pictures that come in during a scroll draw nothing anew. */
function show({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.dataset['shown'] ??= 'fading'
}

/** A clip of which there is no small picture shows its first frame. */
function FirstFrame({ itemId }: { readonly itemId: string }) {
  return (
    <video
      src={mediaPaths.result(itemId)}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden="true"
      className={styles.picture}
      onLoadedData={(event) => {
        show(event)
        keepPoster(itemId, event.currentTarget)
      }}
    />
  )
}

/** A model of which there is no small picture: a sign, until one is drawn. */
function ModelSign({ item: { id, contentType, bytes }, onKept }: { readonly item: LibraryItem; readonly onKept: () => void }) {
  const kept = useEffectEvent(onKept)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    void keepModelPoster({ id, contentType, bytes }, signal).then((isKept) => {
      if (isKept && !signal.aborted) kept()
    })
    return () => listening.abort()
  }, [id, contentType, bytes])
  return (
    <span className={styles.model}>
      <Icon name="model" size="l" />
    </span>
  )
}
