import { Bookmarks } from "./bookmarks.tsx";
import { Branches } from "./branches.tsx";
import { Consequences } from "./consequences.tsx";
import { Due } from "./due.tsx";
import { History } from "./history.tsx";
import { TravelBar } from "./travel-bar.tsx";

export function TimeScreen() {
  return (
    <>
      <TravelBar />
      <div class="two-columns time-screen">
        <History />
        <div class="column">
          <Consequences />
          <Branches />
          <Due />
          <Bookmarks />
        </div>
      </div>
    </>
  );
}
