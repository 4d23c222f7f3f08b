/** A message of an event stream. */
export interface StreamMessage {
  readonly id: string | null;
  readonly type: string;
  readonly data: string;
}

/** Takes an event stream apart, whose pieces may end anywhere. Comments make messages of the type "comment". */
export class MessageSplitter {
  #rest = "";

  /** Returns the messages that are complete with this piece. */
  push(piece: string): readonly StreamMessage[] {
    const blocks = (this.#rest + piece).split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.map(messageIn);
  }
}

function messageIn(block: string): StreamMessage {
  let id: string | null = null;
  let type = block.startsWith(":") ? "comment" : "message";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("id: ")) id = line.slice(4);
    else if (line.startsWith("event: ")) type = line.slice(7);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  return { id, type, data };
}
