# shellcheck shell=bash disable=SC2034 # root.sh uses them
# The packages of the virtual Pi, besides pi-bunco. After a change here, its card is built again.

SYSTEM=(systemd-sysv udev dbus polkitd dmsetup kmod iproute2 procps e2fsprogs dosfstools mosquitto sudo ca-certificates
    python3 python3-venv python3-pip python3-libcamera libcamera-ipa libcamera-tools python3-numpy python3-jsonschema
    python3-pil python3-tqdm python3-libarchive-c libcap2-bin)
# Needed to build the packages of COMPILED.
COMPILERS=(python3-dev python3-pip python3-setuptools python3-wheel swig libcap-dev)
# Packages of PyPI for the system's Python. On a real Pi, apt has them as python3-picamera2 and python3-lgpio.
COMPILED=(lgpio==0.2.2.0 python-prctl==1.8.1 PiDNG==4.0.9)
READY=(picamera2==0.3.38 simplejpeg==1.9.0 av==19.0.2 piexif==1.1.3 videodev2==0.0.4)
