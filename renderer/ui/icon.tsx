import { memo } from 'react'
import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  ArrowDownToLine,
  ArrowRight,
  ArrowUpToLine,
  AudioLines,
  BadgeCheck,
  Bell,
  BellOff,
  BookOpen,
  Bookmark,
  Box,
  Brush,
  Camera,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Circle,
  CircleDashed,
  CirclePause,
  CircleQuestionMark,
  Clock,
  Coins,
  Columns2,
  Contrast,
  Copy,
  Crop,
  Dices,
  Ellipsis,
  Eraser,
  Expand,
  ExternalLink,
  Eye,
  EyeOff,
  File,
  Flame,
  Folder,
  GalleryHorizontalEnd,
  GitCompareArrows,
  Grid3x3,
  GripVertical,
  History,
  Hourglass,
  Image,
  ImageOff,
  ImagePlus,
  Images,
  Info,
  KeyRound,
  Keyboard,
  Lasso,
  Layers,
  LayoutDashboard,
  Link,
  ListFilter,
  ListVideo,
  Lock,
  LockOpen,
  LogIn,
  Maximize,
  Menu,
  Mic,
  Minus,
  Monitor,
  Moon,
  PaintBucket,
  Pause,
  Pencil,
  Pipette,
  Play,
  Plus,
  Pyramid,
  ReceiptText,
  Redo2,
  RefreshCw,
  Repeat,
  Repeat2,
  Replace,
  Rotate3d,
  Scan,
  Scissors,
  Search,
  Settings2,
  Sheet,
  Shield,
  Shrink,
  Smile,
  Sparkles,
  Square,
  SquareDashed,
  SquarePlay,
  SquareSplitHorizontal,
  Star,
  StepBack,
  StepForward,
  Sun,
  Tag,
  Trash2,
  TriangleAlert,
  Type,
  Undo2,
  Unplug,
  Volume2,
  VolumeX,
  WandSparkles,
  Waypoints,
  WifiOff,
  X,
  ZoomIn,
  ZoomOut
} from 'lucide-react'
import { classNames } from './class-names.ts'
import styles from './icon.module.css'

const pictures = {
  gallery: LayoutDashboard,
  queue: ListVideo,
  ledger: ReceiptText,
  settings: Settings2,
  search: Search,
  image: Image,
  'image-plus': ImagePlus,
  'image-off': ImageOff,
  video: SquarePlay,
  audio: AudioLines,
  model: Box,
  text: Type,
  face: Smile,
  effects: Sparkles,
  file: File,
  'arrow-right': ArrowRight,
  plus: Plus,
  minus: Minus,
  star: Star,
  filter: ListFilter,
  check: Check,
  warning: TriangleAlert,
  question: CircleQuestionMark,
  unknown: CircleDashed,
  held: CirclePause,
  clock: Clock,
  wait: Hourglass,
  upload: ArrowUpToLine,
  download: ArrowDownToLine,
  flame: Flame,
  copy: Copy,
  folder: Folder,
  key: KeyRound,
  'sign-in': LogIn,
  subscription: BadgeCheck,
  credits: Coins,
  offline: WifiOff,
  disconnected: Unplug,
  proxy: Waypoints,
  dice: Dices,
  lock: Lock,
  'lock-open': LockOpen,
  grip: GripVertical,
  'chevron-down': ChevronDown,
  'chevron-up': ChevronUp,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  close: X,
  more: Ellipsis,
  menu: Menu,
  external: ExternalLink,
  trash: Trash2,
  refresh: RefreshCw,
  hide: EyeOff,
  bell: Bell,
  mute: BellOff,
  link: Link,
  replace: Replace,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
  maximize: Maximize,
  pixels: Scan,
  columns: Columns2,
  play: Play,
  pause: Pause,
  info: Info,
  activity: Activity,
  shield: Shield,
  remix: WandSparkles,
  'run-again': Repeat2,
  history: History,
  undo: Undo2,
  redo: Redo2,
  library: Images,
  camera: Camera,
  microphone: Mic,
  record: Circle,
  stop: Square,
  brush: Brush,
  eraser: Eraser,
  fill: PaintBucket,
  invert: Contrast,
  rectangle: SquareDashed,
  lasso: Lasso,
  crop: Crop,
  cut: Scissors,
  sun: Sun,
  moon: Moon,
  guide: BookOpen,
  keyboard: Keyboard,
  monitor: Monitor,
  tag: Tag,
  bookmark: Bookmark,
  pencil: Pencil,
  batch: Layers,
  table: Sheet,
  grid: Grid3x3,
  split: SquareSplitHorizontal,
  blink: Eye,
  eyedropper: Pipette,
  'full-screen': Expand,
  'leave-full-screen': Shrink,
  'slide-show': GalleryHorizontalEnd,
  'sound-on': Volume2,
  'sound-off': VolumeX,
  'frame-back': StepBack,
  'frame-forward': StepForward,
  repeat: Repeat,
  turn: Rotate3d,
  wireframe: Pyramid,
  compare: GitCompareArrows
} as const satisfies Record<string, LucideIcon>

export type IconName = keyof typeof pictures

/** Icons with a direction. They are mirrored in right-to-left languages. Playback icons are never mirrored, so they aren't listed. */
const pointing: ReadonlySet<IconName> = new Set([
  'arrow-right',
  'chevron-left',
  'chevron-right',
  'external',
  'redo',
  'sign-in',
  'slide-show',
  'undo'
])

const sizes = { xs: 13, s: 15, m: 18, l: 22 } as const

export type IconProps = {
  readonly name: IconName
  /** Width and height in pixels: `xs` 13, `s` 15, `m` 18 (default), `l` 22. */
  readonly size?: keyof typeof sizes
  readonly filled?: boolean
  readonly className?: string | undefined
}

/** An icon beside text. Hidden from screen readers, because the text says the same. */
export const Icon = memo(function Icon({ name, size = 'm', filled = false, className }: IconProps) {
  const Picture: LucideIcon = pictures[name]
  const pixels = sizes[size]
  return (
    <Picture
      aria-hidden="true"
      focusable="false"
      size={pixels}
      strokeWidth={(1.4 * 24) / pixels}
      fill={filled ? 'currentColor' : 'none'}
      className={classNames(pointing.has(name) && styles.pointing, className)}
      style={{ flex: 'none' }}
    />
  )
})

/** Kiln's logo: a kiln with its opening. */
export function KilnLogo({ size = 18 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none', color: 'var(--accent)' }}
    >
      <path d="M3 17.25V10a7 7 0 0 1 14 0v7.25z" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M7 17.25V12.2a3 3 0 0 1 6 0v5.05z" fill="currentColor" />
    </svg>
  )
}
