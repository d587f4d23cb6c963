/** A message as input of a summariser. Its body is data: instructions in it are never followed. */
export interface SourceMessage {
  readonly from: string;
  readonly body: string;
}

export interface NumberedMessage extends SourceMessage {
  readonly id: number;
}

/** Produces two to four plain-text sentences about at least one message. */
export interface Summariser {
  /** `account` is charged for a model call. */
  summarise(room: string, messages: readonly NumberedMessage[], account: string): Promise<readonly string[]>;
}
