import type { SyntheticEvent } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { LibraryItem } from '../../shared/library/library.ts'
import { isSmallThumbnailBlurred } from '../media/is-small-thumbnail-blurred.ts'
import { saveModelPoster } from '../media/save-model-poster.ts'
import { Icon } from '../ui/icon.tsx'
import { Waveform } from '../ui/waveform.tsx'
import { saveVideoPoster } from './save-video-poster.ts'
import { TextExcerpt } from './text-excerpt.tsx'
import styles from './tile-preview.module.css'

/** Shows a tile's image, first video frame, audio waveform, model or first lines of text. Shows an icon if none of these is available. */
export function TilePreview({ item, width }: { readonly item: LibraryItem; readonly width: number }) {
  const [hasNone, setHasNone] = useState(false)
  if (item.medium === 'text') return <TextExcerpt key={item.version} id={item.id} version={item.version} />
  if (item.medium === 'audio') return <Waveform key={item.version} source={mediaPaths.tileFile(item)} />
  if (hasNone && item.medium === 'video') return <FirstFrame item={item} />
  if (hasNone && item.medium === 'model') return <ModelSign item={item} onKept={() => setHasNone(false)} />
  if (hasNone)
    return (
      <span className={styles.none}>
        <Icon name="image-off" size="l" />
      </span>
    )
  return (
    <img
      src={mediaPaths.tileThumbnail(item, isDrawnLarge(item, width) ? 'large' : 'small')}
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

/**
 * True if a tile is too large for the small thumbnail. `width` is the tile's width in CSS pixels. The tile keeps showing the small
 * thumbnail while the large one loads.
 */
function isDrawnLarge({ width: across, height: down }: LibraryItem, width: number): boolean {
  const longest = across === null || down === null ? width : width * Math.max(1, down / across)
  return isSmallThumbnailBlurred(longest)
}

/**
 * Makes the image visible with a fade. Sets an attribute instead of state. Otherwise each of the many images that load during a scroll
 * would re-render its tile.
 */
function show({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.dataset['shown'] ??= 'fading'
}

/** Shows the first frame of a video without a thumbnail, and saves a frame as its thumbnail. */
function FirstFrame({ item }: { readonly item: LibraryItem }) {
  return (
    <video
      src={mediaPaths.tileFile(item)}
      muted
      playsInline
      preload="metadata"
      tabIndex={-1}
      aria-hidden="true"
      className={styles.picture}
      onLoadedData={(event) => {
        show(event)
        saveVideoPoster(item.id, event.currentTarget)
      }}
    />
  )
}

/** Shows an icon for a model without a thumbnail, and saves a thumbnail. Calls `onKept` when the thumbnail is saved. */
function ModelSign({ item: { id, contentType, bytes }, onKept }: { readonly item: LibraryItem; readonly onKept: () => void }) {
  const kept = useEffectEvent(onKept)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    void saveModelPoster({ id, contentType, bytes }, signal).then((isKept) => {
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
