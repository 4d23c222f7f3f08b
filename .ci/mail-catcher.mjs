// Stands in for the mail catcher of compose.yaml: takes every mail on port 1025 and writes it to standard output.
import { SMTPServer } from "smtp-server";

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  onData(stream, _session, done) {
    stream.on("end", done).pipe(process.stdout, { end: false });
  },
});
server.listen(1025);
