import type { Task, TaskResult } from '../../../shared/task/task.ts'
import { UseFrameButton } from '../../actions/use-frame-button.tsx'
import { UseLoopButton } from '../../actions/use-loop-button.tsx'
import { useFileActions } from '../../media/use-file-actions.ts'
import { playableFromResult, ResultStage } from '../../players/result-stage.tsx'
import type { TilePlayerProps } from '../../players/tile-player.tsx'
import { TilePlayer } from '../../players/tile-player.tsx'

type PlayedOutput = { readonly task: Task; readonly result: TaskResult }

/** Plays a result, with actions for the loop and for the shown frame. */
export function ResultPlayer({ task, result }: PlayedOutput) {
  const actionsOf = useFileActions()
  return (
    <ResultStage
      key={result.id}
      task={task}
      result={result}
      before={null}
      actions={actionsOf(result.id)}
      onMissing={ignore}
      onThrough={null}
      renderLoopAction={(loop) => <UseLoopButton itemId={result.id} medium={result.medium} loop={loop} />}
      renderFrameAction={(video) => <UseFrameButton itemId={result.id} title={task.title} video={video} />}
    />
  )
}

/** Does nothing, because the player itself shows that the file is missing. */
function ignore(): void {}

/** Plays a video or audio result in its tile. */
export function ResultTilePlayer({ task, result, ...rest }: PlayedOutput & Omit<TilePlayerProps, 'media' | 'isVideo'>) {
  return <TilePlayer {...rest} media={playableFromResult(task, result)} isVideo={result.medium === 'video'} />
}
