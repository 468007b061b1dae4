import type { CSSProperties, ReactNode } from 'react'
import { useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './pic.module.css'

export type PicProps = {
  /** Null: there is no picture; the icon stands in its place. */
  readonly src: string | null
  /** Empty when the words beside it say what it is. */
  readonly alt: string
  /** Shown where there is no picture; when it is given, also where a picture beside words can't be had. */
  readonly icon?: IconName
  readonly fit?: 'cover' | 'contain'
  /** Such as `4 / 3`. */
  readonly ratio?: string
  readonly className?: string | undefined
  readonly style?: CSSProperties
  /** Loads when it comes near the screen. */
  readonly isLazy?: boolean
  readonly topStart?: ReactNode
  readonly topEnd?: ReactNode
  readonly bottomStart?: ReactNode
  readonly bottomEnd?: ReactNode
}

/** A picture with its loading and missing states; its place never jumps. Give it a size or a ratio. */
export function Pic({
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
}: PicProps) {
  return (
    <div className={classNames(styles.pic, className)} style={ratio === undefined ? style : { aspectRatio: ratio, ...style }}>
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

/** What has been shown once is in the browser's memory: it does not fade in again. */
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
        aria-label={alt ? say("{alt}: the picture can't be read", { alt }) : say("The picture can't be read")}
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
