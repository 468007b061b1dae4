import type { CSSProperties, ReactNode } from 'react'
import { useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './image-frame.module.css'

export type ImageFrameProps = {
  /** Null if there is no image. The icon is shown instead. */
  readonly src: string | null
  /** Empty if the text beside the image describes it. */
  readonly alt: string
  /** Icon to show if `src` is null. Default `image`. If set, also shown if the image can't be loaded and `alt` is empty. */
  readonly icon?: IconName
  readonly fit?: 'cover' | 'contain'
  /** Aspect ratio in CSS, such as `4 / 3`. */
  readonly ratio?: string
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
  /** True to load the image only when it is near the visible area. */
  readonly isLazy?: boolean
  readonly topStart?: ReactNode
  readonly topEnd?: ReactNode
  readonly bottomStart?: ReactNode
  readonly bottomEnd?: ReactNode
}

/** An image with loading and missing states, without layout shifts. Needs a size or a ratio. */
export function ImageFrame({
  src,
  alt,
  icon,
  fit = 'cover',
  ratio,
  className,
  style,
  isLazy = false,
  topStart,
  topEnd,
  bottomStart,
  bottomEnd
}: ImageFrameProps) {
  return (
    <div className={classNames(styles.frame, className)} style={ratio === undefined ? style : { aspectRatio: ratio, ...style }}>
      {src === null ? (
        <div className={styles.missing}>
          <Icon name={icon ?? 'image'} size="l" />
        </div>
      ) : (
        <LoadedPic key={src} src={src} alt={alt} icon={icon} fit={fit} isLazy={isLazy} />
      )}
      {topStart && <div className={classNames(styles.corner, styles.topStart)}>{topStart}</div>}
      {topEnd && <div className={classNames(styles.corner, styles.topEnd)}>{topEnd}</div>}
      {bottomStart && <div className={classNames(styles.corner, styles.bottomStart)}>{bottomStart}</div>}
      {bottomEnd && <div className={classNames(styles.corner, styles.bottomEnd)}>{bottomEnd}</div>}
    </div>
  )
}

/** URLs of images that were shown before. These images are in the browser's memory, so they don't fade in again. */
const loaded = new Set<string>()

function LoadedPic({
  src,
  alt,
  icon,
  fit,
  isLazy
}: {
  readonly src: string
  readonly alt: string
  readonly icon: IconName | undefined
  readonly fit: 'cover' | 'contain'
  readonly isLazy: boolean
}) {
  const [state, setState] = useState<'loading' | 'shown' | 'gone'>(() => (loaded.has(src) ? 'shown' : 'loading'))
  function show() {
    loaded.add(src)
    setState('shown')
  }
  if (state === 'gone' && icon !== undefined && alt === '') {
    return (
      <div className={styles.missing}>
        <Icon name={icon} />
      </div>
    )
  }
  if (state === 'gone') {
    return (
      <div
        className={classNames(styles.missing, styles.gone)}
        role="img"
        aria-label={alt ? say('{alt}: the image can’t be read', { alt }) : say('The image can’t be read')}
      >
        <Icon name="image-off" size="l" />
      </div>
    )
  }
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      decoding="async"
      loading={isLazy ? 'lazy' : 'eager'}
      className={classNames(styles.image, fit === 'contain' && styles.contain, state === 'shown' && styles.shown)}
      ref={(image) => {
        if (state === 'loading' && image?.complete && image.naturalWidth > 0) show()
      }}
      onLoad={show}
      onError={() => setState('gone')}
    />
  )
}
