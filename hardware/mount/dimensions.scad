// Made by `make hardware` from hardware/cameras.toml: do not change it here.
// Each row: camera, paper, head, height of the lens, its drop below the arm's top, where the arm
// begins behind the lens, length of the upright, length of the arm, from the mat's middle to the
// upright, half of what the camera sees on the mat, the paper.
heads = [["module", 18], ["hq", 23], ["tripod", 36]];
mounts = [
    ["camera-module-2", "a3", "module", 370, 12, 18, 430, 240, 221.5, [223.2, 167.6], [420, 297]],
    ["camera-module-2", "a4", "module", 370, 12, 18, 430, 190, 178, [223.2, 167.6], [297, 210]],
    ["camera-module-2", "letter", "module", 370, 12, 18, 430, 200, 180.95, [223.2, 167.6], [279.4, 215.9]],
    ["camera-module-3", "a3", "module", 410, 15, 18, 470, 240, 221.5, [266.3, 153.3], [420, 297]],
    ["camera-module-3", "a4", "module", 410, 15, 18, 470, 190, 178, [266.3, 153.3], [297, 210]],
    ["camera-module-3", "letter", "module", 410, 15, 18, 470, 200, 180.95, [266.3, 153.3], [279.4, 215.9]],
    ["camera-module-3-wide", "a3", "module", 350, 16, 18, 410, 240, 221.5, [432.2, 231.7], [420, 297]],
    ["camera-module-3-wide", "a4", "module", 240, 16, 18, 300, 190, 178, [296.4, 158.9], [297, 210]],
    ["camera-module-3-wide", "letter", "module", 230, 16, 18, 290, 200, 180.95, [284.0, 152.2], [279.4, 215.9]],
    ["hq-camera-6mm", "a3", "hq", 410, 55, 23, 510, 230, 221.5, [213.3, 169.8], [420, 297]],
    ["hq-camera-6mm", "a4", "hq", 410, 55, 23, 510, 190, 178, [213.3, 169.8], [297, 210]],
    ["hq-camera-6mm", "letter", "hq", 410, 55, 23, 510, 190, 180.95, [213.3, 169.8], [279.4, 215.9]],
    ["usb-camera", "a3", "tripod", 370, 66, 36, 480, 220, 221.5, [261.1, 146.9], [420, 297]],
    ["usb-camera", "a4", "tripod", 320, 66, 36, 430, 180, 178, [225.8, 127.0], [297, 210]],
    ["usb-camera", "letter", "tripod", 320, 66, 36, 430, 180, 180.95, [225.8, 127.0], [279.4, 215.9]],
];
