import { useState } from 'react'
import type { Field, NumberField } from '../../../shared/form/fields.ts'
import { appendUnit } from '../../../shared/form/fields/append-unit.ts'
import type { InspectedMedia, MediaFacts } from '../../../shared/form/media-facts.ts'
import type { Value } from '../../../shared/form/values.ts'
import { joinPhrases } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { Extent, Point } from '../../zoom/zoom.ts'
import { useFormServices } from '../form-services.ts'
import { DrawFace } from './draw-face.tsx'
import { DrawFrame } from './draw-frame.tsx'
import styles from './draw-on-media.module.css'
import { DrawPoint } from './draw-point.tsx'
import { DrawRange } from './draw-range.tsx'
import type { DrawnFields, NumbersByName } from './drawn-fields.ts'
import {
  boxValues,
  drawnFieldsOf,
  fieldValueOf,
  frameOfBox,
  frameOfMargins,
  marginRanges,
  marginsOfFrame,
  marginValues,
  mediaToDrawOn,
  lastNameSegment,
  pixelsOf
} from './drawn-fields.ts'
import { rangesInside } from './frame-geometry.ts'
import type { Frame } from './frame-geometry.ts'
import type { EdgeTexts } from './frame-overlay.tsx'

type DrawOnMediaProps = {
  /** Name of the group with the fields. Empty for top-level fields. */
  readonly name: string
  readonly fields: readonly Field[]
  /** Name of the field above the button. The button appears only below the last drawn field. Omit the name to always show the button. */
  readonly below?: string
  readonly values: NumbersByName
  /** Sets the drawn numbers. Each key is the last segment of a field's name. */
  readonly onChange: (changed: { readonly [name: string]: Value }) => void
}

/**
 * Button for drawing number fields on the image or video beside them. Renders nothing if the fields can't be drawn, or if no media is
 * chosen yet.
 */
export function DrawOnMedia(props: DrawOnMediaProps) {
  const services = useFormServices()
  const [isOpen, setIsOpen] = useState(false)
  const drawn = drawnFieldsOf(props.fields)
  const isElsewhere = drawn !== null && props.below !== undefined && lastField(drawn, props.fields) !== props.below
  const media = drawn === null || isElsewhere ? null : services.mediaBeside(props.name, mediaToDrawOn(drawn))
  if (drawn === null || media === null || !canDrawOn(drawn, media.facts)) return null
  const isAudio = media.facts.medium === 'audio'
  return (
    <>
      <Button size="small" className={styles.button} icon={iconOf(drawn, isAudio)} onClick={() => setIsOpen(true)}>
        {buttonText(drawn, isAudio)}
      </Button>
      {isOpen && <Drawing {...props} drawn={drawn} media={media} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function lastField({ fields }: DrawnFields, all: readonly Field[]): string | undefined {
  const drawn: readonly Field[] = Object.values(fields)
  return all.findLast((field) => drawn.includes(field))?.name
}

function canDrawOn(drawn: DrawnFields, { medium, width, height, durationInSeconds }: MediaFacts): boolean {
  if (medium === null || !mediaToDrawOn(drawn).media.includes(medium)) return false
  if (drawn.kind === 'range' && durationInSeconds === null) return false
  return medium === 'audio' || (width !== null && height !== null)
}

function iconOf({ kind }: DrawnFields, isAudio: boolean): IconName {
  if (kind === 'range') return isAudio ? 'audio' : 'video'
  return kind === 'face' ? 'face' : 'crop'
}

function buttonText({ kind }: DrawnFields, isAudio: boolean): string {
  const texts: { readonly [one in DrawnFields['kind']]: string } = {
    margins: say('Drag the edges…'),
    box: say('Draw the box…'),
    point: say('Choose the point…'),
    range: isAudio ? say('Choose on the waveform…') : say('Choose on the video…'),
    face: say('Choose the face…')
  }
  return texts[kind]
}

function Drawing({
  drawn,
  media,
  values,
  onChange,
  onClose
}: DrawOnMediaProps & { readonly drawn: DrawnFields; readonly media: InspectedMedia; readonly onClose: () => void }) {
  const size = { width: media.facts.width ?? 1, height: media.facts.height ?? 1 }
  const use = (changed: NumbersByName): void => onChange(changed as { readonly [name: string]: Value })
  switch (drawn.kind) {
    case 'margins':
      return (
        <DrawFrame
          isOutside
          title={say('Extend the image')}
          description={say('Drag the edges of the frame. The striped area is added.')}
          media={media}
          initial={frameOfMargins(drawn.fields, values, size)}
          ranges={marginRanges(drawn.fields, size)}
          textsOf={addedTexts}
          onUse={(frame) => use(marginValues(drawn.fields, frame, size))}
          onClose={onClose}
        />
      )
    case 'box':
      return (
        <DrawFrame
          isOutside={false}
          title={say('Draw a box')}
          description={say('Drag the edges of the frame.')}
          media={media}
          initial={frameOfBox(drawn, values, size)}
          ranges={rangesInside(size)}
          textsOf={edgeTexts}
          onUse={(frame) => use(boxValues(drawn, frame, size))}
          onClose={onClose}
        />
      )
    case 'point': {
      const { x, y } = drawn.fields
      const [left, top] = [pixelsOf(x, values, size.width), pixelsOf(y, values, size.height)]
      const valuesOf = (point: Point): { readonly [name: string]: number } => ({
        [lastNameSegment(x)]: fieldValueOf(x, point.x, size.width),
        [lastNameSegment(y)]: fieldValueOf(y, point.y, size.height)
      })
      const text = (field: NumberField, point: Point): string =>
        `${field.label} ${appendUnit(String(valuesOf(point)[lastNameSegment(field)] ?? ''), field.unit)}`
      return (
        <DrawPoint
          media={media}
          initial={left === null || top === null ? null : { x: left, y: top }}
          textOf={(point) => joinPhrases(text(x, point), text(y, point))}
          onUse={(point) => use(valuesOf(point))}
          onClose={onClose}
        />
      )
    }
    case 'range': {
      const { start, end } = drawn.fields
      const length = media.facts.durationInSeconds ?? 0
      const duration = Math.min(length, end.maximum ?? length)
      return (
        <DrawRange
          media={media}
          duration={duration}
          initial={{
            start: Math.min(pixelsOf(start, values, 1) ?? 0, duration),
            end: Math.min(pixelsOf(end, values, 1) ?? duration, duration)
          }}
          onUse={(range) =>
            use({ [lastNameSegment(start)]: fieldValueOf(start, range.start, 1), [lastNameSegment(end)]: fieldValueOf(end, range.end, 1) })
          }
          onClose={onClose}
        />
      )
    }
    case 'face': {
      const { index } = drawn.fields
      const first = index.minimum ?? 1
      const number = pixelsOf(index, values, 1)
      return (
        <DrawFace
          media={media}
          initial={number === null ? null : number - first}
          most={index.maximum === null ? null : index.maximum - first + 1}
          onUse={(place) => use({ [lastNameSegment(index)]: first + place })}
          onClose={onClose}
        />
      )
    }
  }
}

function addedTexts(frame: Frame, size: Extent): EdgeTexts {
  const margins = marginsOfFrame(frame, size)
  return textsWith((edge) => say('{amount, plural, one {# pixel} other {# pixels}} added', { amount: Math.abs(margins[edge]) }))
}

function edgeTexts(frame: Frame): EdgeTexts {
  return textsWith((edge) => say('at {amount, plural, one {# pixel} other {# pixels}}', { amount: frame[edge] }))
}

function textsWith(valueOf: (edge: keyof Frame) => string): EdgeTexts {
  return {
    left: { label: say('Left edge'), value: valueOf('left') },
    top: { label: say('Top edge'), value: valueOf('top') },
    right: { label: say('Right edge'), value: valueOf('right') },
    bottom: { label: say('Bottom edge'), value: valueOf('bottom') }
  }
}
