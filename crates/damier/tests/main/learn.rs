//! `damier learn`: from nothing to weights that the engine plays with.

use crate::pdn_files::Folder;
use crate::run::damier;

#[test]
fn games_become_weights_that_can_be_played_with() {
    let folder = Folder::new("learn");
    let (games, weights) = (folder.path("a.games"), folder.path("a.ev"));
    let scored = folder.path("b.games");
    let (state, curves) = (folder.path("a.fit"), folder.path("a.svg"));
    for rules in ["international", "alician:letter"] {
        let play = [
            "learn", "selfplay", "--out", &games, "--nodes", "60", "--rules", rules,
        ];
        let ran = damier(
            &[
                &play[..],
                &["--evaluation", "hand", "--games", "160", "--jobs", "2"],
            ]
            .concat(),
        );
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.out.starts_with("160 games"), "{ran:?}");
        let again = ["learn", "rescore", &games, "--out", &scored];
        let more = ["--nodes", "30", "--evaluation", "hand", "--jobs", "2"];
        let ran = damier(&[&again[..], &more[..]].concat());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.out.starts_with("160 of 160 games"), "{ran:?}");
        // The same file with other settings is another file.
        let ran = damier(&[&again[..], &["--nodes", "31"]].concat());
        assert!(ran.complaint().contains("b.games"), "{ran:?}");
        let fit = [
            "learn", "fit", &scored, "--out", &weights, "--rules", rules, "--state", &state,
        ];
        let more = ["--curves", &curves, "--json", "--passes", "2"];
        let ran = damier(&[&fit[..], &more[..]].concat());
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(report["games"], 160);
        let loss = |name: &str| report[name].as_f64().expect("a number");
        assert!(loss("loss") > 0.0 && loss("loss_of_constant") > 0.0);
        assert!(folder.read("a.svg").contains("held out"));
        let ran = damier(&[
            "analyse",
            "--rules",
            rules,
            "--depth",
            "3",
            "--evaluation",
            &weights,
        ]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        // The fit that was put aside is one with other settings now.
        let ran = damier(&[&fit[..], &["--rate", "0.5"]].concat());
        assert!(ran.complaint().contains("a.fit"), "{ran:?}");
        for path in [&games, &scored, &state] {
            std::fs::remove_file(path).expect("removed");
        }
    }
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let folder = Folder::new("learn-bad");
    let bad = folder.file("bad.games", "GIF89a");
    let out = folder.path("x.ev");
    for (args, what) in [
        (&["learn", "fit", &bad, "--out", &out][..], "DAMIERGM"),
        (&["learn", "fit", "no/such", "--out", &out], "no/such"),
        (
            &["learn", "fit", &bad, "--out", &out, "--result-share", "2"],
            "0 to 1",
        ),
        (
            &[
                "learn",
                "fit",
                &bad,
                "--out",
                &out,
                "--features",
                "windows-12",
                "--rules",
                "alician",
            ],
            "windows-8",
        ),
        (&["learn", "rescore", &bad, "--out", &out], "DAMIERGM"),
        (&["learn", "rescore", "no/such", "--out", &out], "no/such"),
        (
            &["learn", "selfplay", "--out", &bad, "--games", "1"],
            "DAMIERGM",
        ),
        (
            &[
                "learn",
                "selfplay",
                "--out",
                &out,
                "--games",
                "1",
                "--evaluation",
                &bad,
            ],
            "DAMIEREV",
        ),
        (
            &[
                "learn", "selfplay", "--out", &out, "--games", "1", "--tables", "no/such",
            ],
            "no/such",
        ),
        (
            &["learn", "fit", &bad, "--out", &out, "--tables", "no/such"],
            "no/such",
        ),
    ] {
        let ran = damier(args);
        assert_eq!(ran.code, Some(2), "{args:?}: {ran:?}");
        assert!(ran.err.contains(what), "{args:?}: {}", ran.err);
    }
}
