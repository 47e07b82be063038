// Tests never see the person's own settings: the few variables the app reads are cleared for every file.
for (const name of Object.keys(process.env)) {
  if (/^(HERDR_|TEAM_|TMUX|NO_COLOR|FORCE_COLOR|XDG_)/.test(name)) delete process.env[name]
}
