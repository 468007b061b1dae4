/**
 * How this copy of Kiln was installed.
 * - `installed`: by an installer, or as an AppImage.
 * - `portable`: unpacked into a temporary folder by the portable executable.
 * - `unpackaged`: run from source.
 */
export type InstallKind = 'installed' | 'portable' | 'unpackaged'

type Parts = { readonly isPackaged: boolean; readonly environment: NodeJS.ProcessEnv }

export function installKind({ isPackaged, environment }: Parts): InstallKind {
  if (!isPackaged) return 'unpackaged'
  // electron-builder's portable executable sets this variable for the copy that it unpacks.
  return environment.PORTABLE_EXECUTABLE_FILE === undefined ? 'installed' : 'portable'
}

/**
 * Returns the path of the file that starts this copy again. An AppImage or a portable executable runs from a temporary folder. That folder
 * no longer exists after Kiln quits. For these, the original file's path is returned. `executable`: path of the running executable.
 */
export function programFilePath(environment: NodeJS.ProcessEnv, executable: string): string {
  return environment.APPIMAGE || environment.PORTABLE_EXECUTABLE_FILE || executable
}
