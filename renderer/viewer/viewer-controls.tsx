import { say } from '../../shared/i18n/say.ts'
import { navigate, showInViewer } from '../navigation/route.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { IconName } from '../ui/icon.tsx'
import { useElementWidth } from '../ui/use-element-width.ts'
import { FullScreenBar } from './full-screen-bar.tsx'
import type { Neighbour } from './neighbours.ts'
import { pageIcons, pageLabel, type PageSide } from './page-buttons.tsx'
import { ResultStrip } from './result-strip.tsx'
import type { ViewerState } from './use-viewer-state.ts'

/** Minimum width in CSS pixels for labelled tools, and for the filmstrip around a single result. */
const wideRow = 1200
/** Widths in CSS pixels: the labelled tools, and one result with its gap. */
const roomForTools = 600
const roomForResult = 92

/**
 * The buttons below the result, with the task's other results and its sources. In full screen, the buttons are in a bar over the result.
 */
export function ViewerControls({ viewer }: { readonly viewer: ViewerState }) {
  const { task, id, medium, around, previous, next, before, eyedropper, fullScreen, hasSheet, isSheet, setIsSheet, others } = viewer
  const { compareWith, plays, showsSheet, showsStage, slides, sources } = viewer
  const { measure, width: measured } = useElementWidth()
  const width = measured ?? 0
  const isWide = width >= wideRow
  const slideShow: ToolProps = {
    label: slides.isOn ? say('Stop slide show') : say('Slide show'),
    icon: slides.isOn ? 'pause' : 'slide-show',
    shortcut: shortcutText('viewer', 'slideShow'),
    pressed: slides.isOn,
    onClick: slides.toggle
  }
  if (fullScreen.isFull)
    return (
      <FullScreenBar isAtTop={plays}>
        <PageButtonInBar side="previous" to={previous} />
        <PageButtonInBar side="next" to={next} />
        <Tool {...slideShow} isLabelled={false} />
        <IconButton
          label={say('Exit full screen')}
          icon="leave-full-screen"
          shortcut={shortcutText('viewer', 'fullScreen')}
          onClick={fullScreen.leave}
        />
      </FullScreenBar>
    )
  const tools: readonly ToolProps[] = [
    ...(showsStage
      ? [
          {
            label: say('Pixel values'),
            icon: 'eyedropper',
            shortcut: shortcutText('picture', 'eyedropper'),
            pressed: eyedropper.isOn,
            onClick: eyedropper.toggle
          } as const
        ]
      : []),
    ...(hasSheet
      ? [
          {
            label: say('Contact sheet'),
            icon: 'grid',
            shortcut: shortcutText('viewer', 'sheet'),
            pressed: showsSheet,
            onClick: () => setIsSheet(!isSheet)
          } as const
        ]
      : []),
    {
      label: say('Compare'),
      name: others.length < 2 ? say('Compare: no similar results yet') : say('Compare'),
      icon: 'compare',
      shortcut: shortcutText('viewer', 'compare'),
      notReady: others.length < 2,
      onClick: () => navigate({ view: 'compare', ids: others })
    },
    slideShow,
    { label: say('Full screen'), icon: 'full-screen', shortcut: shortcutText('viewer', 'fullScreen'), onClick: fullScreen.toggle }
  ]
  return (
    <ResultStrip
      rowRef={measure}
      results={task.results}
      nearby={isWide && !hasSheet ? closest(around, id, Math.floor((width - roomForTools) / roomForResult)) : []}
      shownId={id}
      sources={sources}
      medium={medium}
      beforeKey={showsSheet ? null : (before?.key ?? null)}
      onCompareWith={compareWith}
      end={tools.map((tool) => (
        <Tool key={tool.icon} {...tool} isLabelled={isWide} />
      ))}
    />
  )
}

function PageButtonInBar({ side, to }: { readonly side: PageSide; readonly to: Neighbour | null }) {
  return (
    <IconButton
      label={pageLabel(side)}
      icon={pageIcons[side]}
      shortcut={shortcutText('viewer', side)}
      notReady={to === null}
      onClick={() => to !== null && showInViewer(to.id)}
    />
  )
}

type ToolProps = {
  /** Text of the button in a wide window. */
  readonly label: string
  /** Name for screen readers, if it says more than `label`. */
  readonly name?: string
  readonly icon: IconName
  readonly shortcut: string
  readonly pressed?: boolean
  readonly notReady?: boolean
  readonly onClick: () => void
}

function Tool({ label, name = label, isLabelled, ...rest }: ToolProps & { readonly isLabelled: boolean }) {
  if (!isLabelled) return <IconButton label={name} {...rest} />
  const { icon, shortcut, pressed, notReady = false, onClick } = rest
  return (
    <Button
      size="small"
      variant={pressed === true ? 'plain' : 'quiet'}
      icon={icon}
      aria-label={name}
      aria-pressed={pressed}
      title={`${name} (${shortcut})`}
      notReady={notReady}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

/** Returns up to `count` results around the one with this ID. Near an end of the list, more of them are on the other side. */
function closest(around: readonly Neighbour[], id: string, count: number): readonly Neighbour[] {
  const place = around.findIndex((one) => one.id === id)
  const start = Math.max(0, Math.min(place - Math.floor((count - 1) / 2), around.length - count))
  return around.slice(start, start + count)
}
