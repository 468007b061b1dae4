; Additions to electron-builder's Windows installer: `kiln://` URLs, and Kiln under "Open with".
; This replaces electron-builder's `fileAssociations`, which would make Kiln the default app for every image of the user.
; `--` prevents a URL or a file name from being parsed as a switch.

!macro kilnMayOpen ENDING
  WriteRegNone SHELL_CONTEXT "Software\Classes\.${ENDING}\OpenWithProgids" "Kiln.Media"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".${ENDING}" ""
!macroend

!macro kilnMayNotOpen ENDING
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${ENDING}\OpenWithProgids" "Kiln.Media"
!macroend

!macro kilnEndings DO
  !insertmacro ${DO} "jpg"
  !insertmacro ${DO} "jpeg"
  !insertmacro ${DO} "png"
  !insertmacro ${DO} "gif"
  !insertmacro ${DO} "webp"
  !insertmacro ${DO} "tif"
  !insertmacro ${DO} "tiff"
  !insertmacro ${DO} "bmp"
  !insertmacro ${DO} "avif"
  !insertmacro ${DO} "heic"
  !insertmacro ${DO} "jxl"
  !insertmacro ${DO} "mp4"
  !insertmacro ${DO} "m4v"
  !insertmacro ${DO} "mov"
  !insertmacro ${DO} "webm"
  !insertmacro ${DO} "mkv"
  !insertmacro ${DO} "mp3"
  !insertmacro ${DO} "wav"
  !insertmacro ${DO} "flac"
  !insertmacro ${DO} "m4a"
  !insertmacro ${DO} "aac"
  !insertmacro ${DO} "ogg"
  !insertmacro ${DO} "opus"
  !insertmacro ${DO} "aif"
  !insertmacro ${DO} "aiff"
  !insertmacro ${DO} "glb"
  !insertmacro ${DO} "stl"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\kiln" "" "URL:Kiln"
  WriteRegStr SHELL_CONTEXT "Software\Classes\kiln" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\kiln\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\kiln\shell\open\command" "" '"$appExe" -- "%1"'

  WriteRegStr SHELL_CONTEXT "Software\Classes\Kiln.Media" "" "Media"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Kiln.Media" "AppUserModelID" "${APP_ID}"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Kiln.Media\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Kiln.Media\shell\open\command" "" '"$appExe" -- "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$appExe" -- "%1"'
  !insertmacro kilnEndings kilnMayOpen

  ; Windows uses this CLSID to start Kiln when a notification of an earlier run is clicked. electron/main.ts has the same CLSID.
  ; Kiln writes it again at each start, with the shortcut that Windows requires for notifications.
  WriteRegStr HKCU "Software\Classes\CLSID\{6D1F6A0B-3C0E-4C55-9B1B-7E5B0A4C2F19}\LocalServer32" "" "$appExe"
  System::Call 'shell32::SHChangeNotify(i 0x8000000, i 0, i 0, i 0)'
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "Software\Classes\kiln"
    !insertmacro kilnEndings kilnMayNotOpen
    DeleteRegKey SHELL_CONTEXT "Software\Classes\Kiln.Media"
    DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
    DeleteRegKey HKCU "Software\Classes\CLSID\{6D1F6A0B-3C0E-4C55-9B1B-7E5B0A4C2F19}"
    ; A running Kiln writes both of these for its user, even if it is installed for all users.
    DeleteRegKey HKCU "Software\Classes\kiln"
    ${if} $installMode == "all"
      SetShellVarContext current
      Delete "$SMPROGRAMS\${SHORTCUT_NAME}.lnk"
      SetShellVarContext all
    ${endIf}
    System::Call 'shell32::SHChangeNotify(i 0x8000000, i 0, i 0, i 0)'
  ${endIf}
!macroend
